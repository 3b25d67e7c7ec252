import { type Language, LANGUAGE_COOKIE, LANGUAGE_PARAMETER } from '@haat/contract/languages'
import { t } from '@lingui/core/macro'
import { answers } from '../../lib/reachable.ts'
import { toast } from '../../ui/toast.ts'

const YEAR_S = 365 * 24 * 60 * 60

/** Keeps the choice for the next pages, and loads this one again; without a network it says that it cannot. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  if (!(await answers()))
    return toast('error', t`Another language needs the network. Choose it again when you are online.`)
  document.cookie = `${LANGUAGE_COOKIE}=${chosen}; path=/; max-age=${YEAR_S}; samesite=lax`
  const here = new URL(window.location.href)
  here.searchParams.delete(LANGUAGE_PARAMETER)
  window.history.replaceState(window.history.state, '', here)
  window.dispatchEvent(new Event('languagechange'))
  window.location.reload()
}
