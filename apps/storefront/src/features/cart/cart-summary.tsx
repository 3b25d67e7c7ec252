import { Truck } from 'lucide-react'
import { count, roundRupees, rupees } from '../../lib/format.ts'
import { BottomBar } from '../../ui/page.tsx'
import { Button } from '../../ui/button.tsx'
import type { CartTotals } from './selection.ts'

interface CartSummaryProps {
  /** Lines that will be bought. */
  chosen: number
  totals: CartTotals
  /** Paise; orders above it are delivered free. */
  freeAbove: number
  busy: boolean
  onBuy: () => void
}

/** What the chosen lines cost, and the button that buys them. */
export function CartSummary({ chosen, totals, freeAbove, busy, onBuy }: CartSummaryProps) {
  const { subtotal, shipping, finalTotal } = totals
  return (
    <section
      aria-labelledby="summary-heading"
      className="rounded-lg border border-line bg-card p-5 lg:sticky lg:top-36"
    >
      <h2 id="summary-heading" className="text-lg font-bold">
        Order Summary
      </h2>
      <dl className="figures mt-4 grid grid-cols-[1fr_auto] gap-y-2 [&_dd]:text-right">
        <dt>Subtotal ({count(chosen, 'item')})</dt>
        <dd>{rupees(subtotal)}</dd>
        <dt>Delivery</dt>
        <dd>{chosen > 0 && shipping === 0 ? <span className="text-leaf">Free</span> : rupees(shipping)}</dd>
        <dt className="mt-2 border-t border-line pt-3 text-lg font-bold">Total</dt>
        <dd className="mt-2 border-t border-line pt-3 text-lg font-bold">{rupees(finalTotal)}</dd>
      </dl>
      <p className="text-sm text-ink-soft">Inclusive of all taxes</p>
      <BottomBar className="flex items-center gap-4 sm:mt-5">
        <p aria-hidden className="figures text-lg leading-none font-bold sm:hidden">
          {rupees(finalTotal)}
        </p>
        <Button busy={busy} disabled={chosen === 0} onClick={onBuy} className="min-h-12 grow px-3!">
          {chosen === 0 ? 'SELECT ITEMS TO BUY' : `BUY ${chosen} SELECTED ITEM(S)`}
        </Button>
      </BottomBar>
      <p className="mt-4 flex items-center gap-2 text-sm text-ink-soft">
        <Truck aria-hidden className="size-5 shrink-0 text-peacock" />
        Free delivery on orders above {roundRupees(freeAbove)}
      </p>
    </section>
  )
}
