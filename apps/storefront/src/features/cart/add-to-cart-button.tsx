import type { ListedProduct } from '@haat/contract/catalog'
import { Button } from '../../ui/button.tsx'
import { useQuickAdd } from './use-quick-add.ts'

/** Add To Cart under a card. */
export function AddToCartButton({ product }: { product: ListedProduct }) {
  const { add, inStock, busy } = useQuickAdd(product)
  return (
    <Button size="sm" busy={busy} disabled={!inStock} onClick={add}>
      {inStock ? 'Add To Cart' : 'Out of Stock'}
      <span className="sr-only">: {product.name}</span>
    </Button>
  )
}
