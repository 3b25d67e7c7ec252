import { useQuery } from '@tanstack/react-query'
import { cartQuery, useRemoveLine, useSetQuantity } from '../../features/cart/cart.queries.ts'
import type { CheckoutItem } from '../../features/checkout/checkout-item.ts'
import { count } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'

/** What can be done about a cart line of which there are too few: take what there is, or leave it out. */
export function ShortLineFix({ item }: { item: CheckoutItem }) {
  const { data: cart } = useQuery(cartQuery())
  const { run: setQuantity } = useSetQuantity()
  const { run: removeLine } = useRemoveLine()
  const line = cart?.find(({ variant_id }) => variant_id === item.variant_id)
  const left = item.stock ?? 0
  if (!line) return null
  return (
    <>
      {left > 0 && (
        <Button variant="outline" size="sm" onClick={() => setQuantity({ line, quantity: left })}>
          Buy {count(left, 'piece')}
        </Button>
      )}
      <Button variant="quiet" size="sm" onClick={() => removeLine(line)}>
        Remove<span className="sr-only"> {item.name}</span>
      </Button>
    </>
  )
}
