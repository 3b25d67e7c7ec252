import type { CartItem } from '@haat/contract/cart'
import { Checkbox } from '../../ui/choice.tsx'
import { count } from '../../lib/format.ts'
import { CartLine } from './cart-line.tsx'
import { canBuy, chosenLines } from './selection.ts'

interface CartLinesProps {
  cart: readonly CartItem[]
  /** Variant ids. */
  unticked: ReadonlySet<number>
  onTick: (lines: readonly CartItem[], ticked: boolean) => void
  onLeave: () => void
}

/** The cart's lines under one checkbox for all. */
export function CartLines({ cart, unticked, onTick, onLeave }: CartLinesProps) {
  const buyable = cart.filter(canBuy)
  const chosen = chosenLines(cart, unticked)
  const all = buyable.length > 0 && chosen.length === buyable.length
  return (
    <section aria-labelledby="lines-heading">
      <h2 id="lines-heading" className="sr-only">
        Cart items
      </h2>
      <div className="flex items-center justify-between gap-4">
        <Checkbox
          ref={(box) => {
            if (box) box.indeterminate = !all && chosen.length > 0
          }}
          label="Select all"
          checked={all}
          disabled={buyable.length === 0}
          onChange={(event) => onTick(buyable, event.target.checked)}
          className="font-semibold"
        />
        <p aria-live="polite" className="text-sm text-ink-soft">
          {chosen.length} of {count(cart.length, 'item')} selected
        </p>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {cart.map((line) => (
          <CartLine
            key={line.variant_id}
            line={line}
            ticked={chosen.includes(line)}
            onTick={(ticked) => onTick([line], ticked)}
            onLeave={onLeave}
          />
        ))}
      </ul>
    </section>
  )
}
