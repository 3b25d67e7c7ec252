import { t } from '@lingui/core/macro'
import { LockKeyhole } from 'lucide-react'
import { Logo } from './header.tsx'
import { LanguageMenu } from './languages.tsx'

/** The header of a checkout: nothing in it but the logo leads away. Its height is known before it loads. */
export function CheckoutHeader() {
  return (
    <>
      <div aria-hidden data-no-print className="awning" />
      <header data-no-print className="border-b border-line bg-paper">
        <div className="shop-width flex items-center justify-between gap-4 py-2 sm:py-4">
          <Logo />
          <div className="flex items-center gap-2 sm:gap-4">
            <p className="flex shrink-0 items-center gap-2 text-sm font-semibold text-ink-soft">
              <LockKeyhole aria-hidden className="size-5 text-leaf" />
              <span className="max-sm:sr-only">{t`Secure checkout`}</span>
            </p>
            <LanguageMenu />
          </div>
        </div>
      </header>
    </>
  )
}
