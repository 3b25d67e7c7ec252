import { type Language, LANGUAGES } from '@haat/contract/languages'
import { t } from '@lingui/core/macro'
import { Languages } from 'lucide-react'
import { useSettings } from '../../api/settings.queries.ts'
import { languageNow } from '../../lib/i18n.ts'
import { DropDown, MENU_ITEM } from './drop-down.tsx'

/** Those that the shop offers; none where there is nothing to choose. */
export function useLanguages() {
  const { languages = [] } = useSettings() ?? {}
  return languages.length > 1 ? languages : []
}

const choose = async (one: Language): Promise<void> =>
  (await import('./choose-language.ts')).chooseLanguage(one)

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
