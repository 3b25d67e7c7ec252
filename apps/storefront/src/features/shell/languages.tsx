import { type Language, LANGUAGE_COOKIE, LANGUAGE_PARAMETER, LANGUAGES } from '@haat/contract/languages'
import { t } from '@lingui/core/macro'
import { Languages } from 'lucide-react'
import { useSettings } from '../../api/settings.queries.ts'
import { languageNow } from '../../lib/i18n.ts'
import { answers } from '../../lib/reachable.ts'
import { toast } from '../../ui/toast.ts'
import { DropDown, MENU_ITEM } from './drop-down.tsx'

/** Those that the shop offers; none where there is nothing to choose. */
export function useLanguages() {
  const { languages = [] } = useSettings() ?? {}
  return languages.length > 1 ? languages : []
}

/** Keeps the choice for the next pages, and loads this one again; without a network it says that it cannot. */
async function choose(chosen: Language): Promise<void> {
  if (!(await answers()))
    return toast('error', t`Another language needs the network. Choose it again when you are online.`)
  document.cookie = `${LANGUAGE_COOKIE}=${chosen}; path=/; max-age=${365 * 24 * 60 * 60}; samesite=lax`
  const here = new URL(window.location.href)
  here.searchParams.delete(LANGUAGE_PARAMETER)
  window.history.replaceState(window.history.state, '', here)
  window.dispatchEvent(new Event('languagechange'))
  window.location.reload()
}

/** Each language by its own name, as list items. */
export function LanguageItems({ className }: { className: string }) {
  return useLanguages().map((one) => (
    <li key={one}>
      <button
        type="button"
        lang={one}
        aria-current={one === languageNow() ? 'true' : undefined}
        onClick={() => void choose(one)}
        className={`${className} aria-[current]:font-bold aria-[current]:text-peacock`}
      >
        {LANGUAGES[one].name}
      </button>
    </li>
  ))
}

/** The names of other languages show once it is open, so that their fonts load no earlier. */
export function LanguageMenu() {
  if (useLanguages().length === 0) return null
  return (
    <DropDown
      className="ml-auto shrink-0"
      label={
        <>
          <Languages aria-hidden className="size-4" />
          <span className="sr-only">{t`Language`}: </span>
          {LANGUAGES[languageNow()].name}
        </>
      }
    >
      {() => <LanguageItems className={MENU_ITEM} />}
    </DropDown>
  )
}
