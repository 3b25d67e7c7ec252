import { plural, t } from '@lingui/core/macro'
import type { CartItem, SavedItem } from '@haat/contract/cart'
import { areasText } from '@haat/contract/delivery-area'
import { PrefetchContext } from '../../lib/link.tsx'
import { formatRupees, formatShortRupees } from '@haat/contract/money'
import { pricedLine, savingOnMrp } from '@haat/contract/pricing'
import type { ShopSettings } from '@haat/contract/settings'
import { useIsMutating } from '@tanstack/react-query'
import { Truck } from 'lucide-react'
import { type ReactNode, use, useEffect, useState, useTransition } from 'react'
import { cx } from '@haat/ui/cx'
import { useNavigateOnce } from '../../lib/use-once.ts'
import { paths } from '../../paths.ts'
import { Button } from '@haat/ui/button'
import { Checkbox } from '@haat/ui/choice'
import { BottomBar } from '../../ui/page.tsx'
import { YouSave } from '../../ui/price.tsx'
import { toast } from '../../ui/toast.ts'
import { TotalsList } from '../../ui/totals.tsx'
import { useKeptCoupon } from '../checkout/coupon.tsx'
import { CartLine, SavedLine } from './cart-line.tsx'
import { cartIsOld, CHANGES, useSaveForLater } from './cart-changes.ts'
import { canBuy, cartTotals, checkoutState, selectedLines } from './selection.ts'

interface CartViewProps {
  cart: readonly CartItem[]
  saved: readonly SavedItem[]
  rule: ShopSettings['delivery']
  /** When it arrives, or that it does not. */
  delivery: ReactNode
  notDelivered: string | null
  /** The id of the text that says why nothing can be bought now. */
  blockedBy: string | undefined
}

export function CartView({ cart, saved, rule, delivery, notDelivered, blockedBy }: CartViewProps) {
  const { deselected, select } = useSelection(cart)
  const navigate = useNavigateOnce()
  const saving = useSaveForLater()
  const [leaving, startLeaving] = useTransition()
  const prefetch = use(PrefetchContext)
  useEffect(() => prefetch(paths.orderSummary()), [prefetch])
  const selected = selectedLines(cart, deselected)
  const buy = async () => {
    if (blockedBy) return toast('error', cartIsOld())
    const others = cart.filter((line) => !selected.includes(line))
    // Lines that cannot be moved stay in the cart and do not stop the purchase.
    if (others.length > 0) await saving.run(others)
    startLeaving(() =>
      navigate(paths.orderSummary(), { state: checkoutState(selected, cartTotals(selected, rule)) }),
    )
  }
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_min(22rem,38%)] lg:gap-x-12">
      <fieldset disabled={!!blockedBy} className="min-w-0">
        <CartLines cart={cart} deselected={deselected} onSelect={select} />
      </fieldset>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <CartSummary
          {...{ cart, rule, delivery, notDelivered, blockedBy }}
          lines={selected}
          busy={saving.isPending || leaving}
          onBuy={buy}
        />
      </div>
      <fieldset disabled={!!blockedBy} className="min-w-0 empty:hidden">
        <SavedList saved={saved} />
      </fieldset>
    </div>
  )
}

/** The deselected variants; none at first. A line that comes back into the cart is selected again. */
function useSelection(cart: readonly CartItem[]) {
  const [deselected, setDeselected] = useState<ReadonlySet<number>>(new Set())
  const present = [...deselected].filter((id) => cart.some(({ variant_id }) => variant_id === id))
  if (present.length < deselected.size) setDeselected(new Set(present))
  const select = (lines: readonly CartItem[], selected: boolean) => {
    const ids = lines.map(({ variant_id }) => variant_id)
    setDeselected(
      (before) => new Set(selected ? [...before].filter((id) => !ids.includes(id)) : [...before, ...ids]),
    )
  }
  return { deselected, select }
}

interface CartLinesProps {
  cart: readonly CartItem[]
  /** Variant ids of the deselected lines. */
  deselected: ReadonlySet<number>
  onSelect: (lines: readonly CartItem[], selected: boolean) => void
}

/** The cart's lines below a checkbox for all of them. */
function CartLines({ cart, deselected, onSelect }: CartLinesProps) {
  const buyable = cart.filter(canBuy)
  const selected = selectedLines(cart, deselected)
  const all = selected.length === cart.length
  return (
    <section aria-labelledby="lines-heading">
      <h2 id="lines-heading" className="sr-only">{t`Cart items`}</h2>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox
          ref={(box) => {
            if (box) box.indeterminate = !all && selected.length > 0
          }}
          label={t`Select all`}
          checked={all}
          disabled={buyable.length === 0}
          onChange={() => onSelect(buyable, selected.length < buyable.length)}
          className="font-semibold"
        />
        <p aria-live="polite" className="text-sm text-ink-soft">
          {t`${selected.length} of ${plural(cart.length, { one: '# item', other: '# items' })} selected`}
        </p>
        {selected.length > 0 && selected.length < cart.length && (
          <p className="mb-2 w-full text-sm text-ink-soft">{t`What you leave unticked is saved for later.`}</p>
        )}
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {cart.map((line) => (
          <CartLine
            key={line.variant_id}
            line={line}
            selected={selected.includes(line)}
            onSelect={(isSelected) => onSelect([line], isSelected)}
          />
        ))}
      </ul>
    </section>
  )
}

interface CartSummaryProps extends Omit<CartViewProps, 'saved'> {
  /** The selected lines. */
  lines: readonly CartItem[]
  busy: boolean
  onBuy: () => Promise<void>
}

/** The cost of the selected lines and the button that buys them. */
function CartSummary(props: CartSummaryProps) {
  const { cart, lines, rule, delivery, notDelivered, busy, blockedBy, onBuy } = props
  const isSoldOut = !cart.some(canBuy)
  // Until the server has answered, each step of a quantity is another cart.
  const isSettled = useIsMutating({ mutationKey: CHANGES }) === 0
  const coupon = useKeptCoupon(lines, cartTotals(lines, rule).items_total, isSettled)
  const payable = cartTotals(lines, rule, 'cart', coupon?.discount)
  const { items_total: total } = payable
  // Free delivery needs more than the limit.
  const missing = formatShortRupees(Math.floor((rule.free_above - total) / 100 + 1) * 100)
  const nothing = isSoldOut ? t`OUT OF STOCK` : t`SELECT ITEMS TO BUY`
  const waived = cartTotals(lines, rule).total_shipping_price - payable.total_shipping_price
  return (
    <section
      aria-labelledby="summary-heading"
      className="rounded-lg border border-line bg-card p-5 lg:sticky lg:top-36"
    >
      <h2 id="summary-heading" className="text-lg font-bold">{t`Order Summary`}</h2>
      {lines.length === 0 ? (
        <p className={cx('mt-4', isSoldOut && 'font-semibold text-brick')}>
          {isSoldOut ? t`What is in your cart is out of stock.` : t`Nothing is selected.`}
        </p>
      ) : (
        <>
          <TotalsList
            totals={payable}
            labels={{
              items: t`Subtotal`,
              delivery: t`Delivery Charges`,
              discount: t`Discount (${{ coupon_code: coupon?.code ?? '' }})`,
              whole: t`Total`,
              total: waived > 0 ? t`You pay` : t`Total Amount`,
            }}
            waived={waived}
            className="mt-4"
          />
          <p className="text-sm text-ink-soft">
            {coupon
              ? t`Inclusive of all taxes`
              : t`Inclusive of all taxes. You can use a coupon at checkout.`}
          </p>
        </>
      )}
      <YouSave saving={savingOnMrp(lines.map(pricedLine)) + payable.total_items_discount} className="mt-3" />
      {payable.total_shipping_price > 0 && (
        <div className="mt-3 text-sm text-ink-soft">
          <p className="flex items-center gap-2">
            <Truck aria-hidden className="size-5 shrink-0 text-peacock" />
            {t`Add ${missing} more for free delivery`}
          </p>
          <p aria-hidden className="mt-1.5 h-1 overflow-hidden rounded-full bg-line">
            <span className="block h-full bg-leaf" style={{ width: `${(100 * total) / rule.free_above}%` }} />
          </p>
        </div>
      )}
      <BottomBar className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:mt-5">
        <p className="basis-full text-sm font-semibold text-brick empty:hidden">{notDelivered}</p>
        {lines.length > 0 && (
          <p aria-hidden className="figures text-lg leading-none font-bold sm:hidden">
            {formatRupees(payable.total_amount)}
          </p>
        )}
        <Button
          {...{ busy, blockedBy }}
          disabled={lines.length === 0}
          onClick={onBuy}
          className="min-h-12 grow basis-0 px-3!"
        >
          {lines.length === 0 ? nothing : t`BUY ${lines.length} SELECTED ITEM(S)`}
        </Button>
      </BottomBar>
      {rule.areas.length > 0 && (
        <p className="mt-2 text-sm text-ink-soft">{t`We deliver only to ${areasText(rule.areas)}.`}</p>
      )}
      <div className="mt-4 border-t border-line pt-4">{delivery}</div>
    </section>
  )
}

/** The items saved for later; nothing when there are none. */
export function SavedList({ saved }: { saved: readonly SavedItem[] }) {
  if (saved.length === 0) return null
  return (
    <section aria-labelledby="saved-heading">
      <h2 id="saved-heading" className="text-xl font-extrabold tracking-tight">
        {t`Saved for later (${saved.length})`}
      </h2>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {saved.map((item) => (
          <SavedLine key={item.variant_id} item={item} />
        ))}
      </ul>
    </section>
  )
}
