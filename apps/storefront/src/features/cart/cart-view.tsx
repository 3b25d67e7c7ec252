import type { CartItem, SavedItem } from '@haat/contract/cart'
import type { DeliveryRule } from '@haat/contract/rules'
import { use, useEffect, useTransition } from 'react'
import { useNavigate } from 'react-router-dom'
import { PrefetchContext } from '../../lib/prefetch.tsx'
import { paths } from '../../paths.ts'
import { CartLines } from './cart-lines.tsx'
import { CartSummary } from './cart-summary.tsx'
import { SavedList } from './saved-list.tsx'
import { cartTotals, checkoutState, chosenLines } from './selection.ts'
import { useSaveForLater } from './use-cart-lines.ts'
import { useSelection } from './use-selection.ts'

interface CartViewProps {
  cart: readonly CartItem[]
  saved: readonly SavedItem[]
  rule: DeliveryRule
  /** A line leaves its list: what had the focus is gone. */
  onLeave: () => void
}

/** A cart with something in it. */
export function CartView({ cart, saved, rule, onLeave }: CartViewProps) {
  const { unticked, tick } = useSelection(cart)
  const navigate = useNavigate()
  const saving = useSaveForLater()
  const [leaving, startLeaving] = useTransition()
  const prefetch = use(PrefetchContext)
  useEffect(() => prefetch(paths.orderSummary()), [prefetch])
  const chosen = chosenLines(cart, unticked)
  const totals = cartTotals(chosen, rule)
  const buy = async () => {
    const left = cart.filter((line) => !chosen.includes(line))
    // What cannot be put aside stays in the cart; it does not stop the purchase.
    if (left.length > 0) await saving.mutateAsync(left).catch(() => undefined)
    startLeaving(() => void navigate(paths.orderSummary(), { state: checkoutState(chosen, totals) }))
  }
  return (
    <div className="grid gap-8 lg:grid-cols-[1fr_22rem] lg:gap-x-12">
      <CartLines cart={cart} unticked={unticked} onTick={tick} onLeave={onLeave} />
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <CartSummary
          chosen={chosen.length}
          totals={totals}
          freeAbove={rule.free_above}
          busy={saving.isPending || leaving}
          onBuy={() => void buy()}
        />
      </div>
      <SavedList saved={saved} onLeave={onLeave} />
    </div>
  )
}
