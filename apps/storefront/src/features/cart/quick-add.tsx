import type { ListedProduct } from '@haat/contract/catalog'
import { ShoppingCart } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { useQuickAdd } from './use-quick-add.ts'

/** The cart icon on a card. */
export function QuickAdd({ product }: { product: ListedProduct }) {
  const { add, inStock, busy } = useQuickAdd(product)
  return (
    <IconButton
      look="raised"
      label={inStock ? `Add ${product.name} to cart` : `${product.name} is out of stock`}
      disabled={!inStock}
      aria-busy={busy || undefined}
      onClick={add}
    >
      <ShoppingCart aria-hidden className="size-5" />
    </IconButton>
  )
}
