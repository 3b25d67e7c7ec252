import type { SavedItem } from '@haat/contract/cart'
import { Button } from '../../ui/button.tsx'
import { LineHead } from './line-head.tsx'
import { useMoveToCart, useRemoveSaved } from './use-cart-lines.ts'

interface SavedListProps {
  saved: readonly SavedItem[]
  /** An item leaves the list: what had the focus is gone. */
  onLeave: () => void
}

/** What was put aside, with the way back into the cart. */
export function SavedList({ saved, onLeave }: SavedListProps) {
  const move = useMoveToCart()
  const removal = useRemoveSaved()
  if (saved.length === 0) return null
  return (
    <section aria-labelledby="saved-heading">
      <h2 id="saved-heading" className="text-xl font-extrabold tracking-tight">
        Saved for later ({saved.length})
      </h2>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {saved.map((item) => (
          <li key={item.variant_id} inert={item.saved_item_id < 0} className="py-5">
            <LineHead line={item}>
              <Button
                variant="outline"
                size="sm"
                disabled={item.stock === 0}
                onClick={() => {
                  onLeave()
                  move.mutate(item)
                }}
              >
                Move to cart
                <span className="sr-only">: {item.product_name}</span>
              </Button>
              <Button
                variant="quiet"
                size="sm"
                onClick={() => {
                  onLeave()
                  removal.mutate(item)
                }}
              >
                Remove
                <span className="sr-only">: {item.product_name}</span>
              </Button>
            </LineHead>
          </li>
        ))}
      </ul>
    </section>
  )
}
