import { staffProducts } from '@haat/contract/staff/products'
import { useAllowed } from '../../api/queries.ts'

/** Names of products that a field with this `list` proposes. */
export function ProductOptions({ id }: { id: string }) {
  const { data = [] } = useAllowed(staffProducts.list, { limit: 500 })
  return (
    <datalist id={id}>
      {data.map((product) => (
        <option key={product.id} value={product.slug}>
          {product.name}
        </option>
      ))}
    </datalist>
  )
}
