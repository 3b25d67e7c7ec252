import { staffProducts } from '@haat/contract/staff/products'
import { useQuery } from '@tanstack/react-query'
import { actQuery, useMay } from '../../api/queries.ts'

/** Names of products that a field with this `list` proposes. */
export function ProductOptions({ id }: { id: string }) {
  const may = useMay()
  const { data = [] } = useQuery({
    ...actQuery(staffProducts.list, { limit: 500 }),
    enabled: may(staffProducts.list.permission),
  })
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
