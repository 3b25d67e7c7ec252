import type { CartItem } from '@haat/contract/cart'
import { LIMITS, linePrice } from '@haat/contract/rules'
import { rupees } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { LineHead } from './line-head.tsx'
import { canBuy } from './selection.ts'
import { useRemoveLine, useSaveForLater, useStepQuantity } from './use-cart-lines.ts'

interface CartLineProps {
  line: CartItem
  ticked: boolean
  onTick: (ticked: boolean) => void
  /** The line leaves the list: what had the focus is gone. */
  onLeave: () => void
}

/** A line of the cart: tick, picture, name, price, quantity. */
export function CartLine({ line, ticked, onTick, onLeave }: CartLineProps) {
  const step = useStepQuantity(line)
  const removal = useRemoveLine()
  const saving = useSaveForLater()
  // Until the server has given the line its number, nothing can be done with it.
  const unknown = line.cart_item_id < 0
  return (
    <li inert={unknown} className="flex gap-1 py-5 sm:gap-3">
      <Checkbox
        label={`Buy ${line.product_name}`}
        labelHidden
        checked={ticked}
        disabled={!canBuy(line)}
        onChange={(event) => onTick(event.target.checked)}
        className="-ml-3 self-start"
      />
      <LineHead line={line}>
        <QuantityStepper
          label={`Quantity of ${line.product_name}`}
          value={line.quantity}
          max={Math.min(line.stock, LIMITS.line_quantity)}
          onChange={step}
        />
        <div className="-ml-3 flex max-sm:order-last max-sm:w-full sm:ml-0">
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              onLeave()
              saving.mutate([line])
            }}
          >
            Save for later
            <span className="sr-only">: {line.product_name}</span>
          </Button>
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              onLeave()
              removal.mutate(line)
            }}
          >
            Remove
            <span className="sr-only">: {line.product_name}</span>
          </Button>
        </div>
        {line.quantity > 1 && (
          <p className="figures ml-auto font-bold">
            <span className="sr-only">Line total </span>
            {rupees(linePrice(line) * line.quantity)}
          </p>
        )}
      </LineHead>
    </li>
  )
}
