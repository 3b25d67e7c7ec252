import { staffProducts } from '@haat/contract/staff/products'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { CallError } from '../api/client.ts'
import { actQuery } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import { ProductForm } from '../features/products/product-form.tsx'
import { copyOf, NEW_PRODUCT, newProductOf, type ProductValues } from '../features/products/product-values.ts'
import { useEditForm } from '../form/use-edit-form.ts'
import { paths } from '../paths.ts'
import { useScreen } from '../shell/fallbacks.tsx'
import { Screen } from '../shell/screen-head.tsx'

export function ProductNewScreen() {
  const [search] = useSearchParams()
  const copied = search.get('copy') ?? ''
  const query = actQuery(staffProducts.show, { product: `#${copied}` })
  const { data, instead } = useScreen({ ...query, enabled: copied !== '' })
  const copy = useMemo(() => data && copyOf(data), [data])
  if (copied !== '' && !data) return instead
  return <NewProduct copied={copied} copy={copy} />
}

function NewProduct({ copied, copy }: { copied: string; copy: ProductValues | undefined }) {
  const acts = useActs()
  const navigate = useNavigate()
  const [isSending, setIsSending] = useState(false)
  const added = useRef(0)
  const edit = useEditForm<ProductValues>({
    draftKey: `products.add:${copied}`,
    stored: { values: NEW_PRODUCT, version: null },
    async save(values) {
      if (isSending) throw new CallError(0, 'A picture is on its way. Save when it has arrived.')
      const { product } = await acts.send(
        staffProducts.add,
        newProductOf(values),
        ({ product: { name }, notes }) =>
          [`${name} is in ${values.is_published ? 'the shop' : 'the desk'}.`, ...notes].join(' '),
      )
      added.current = product.id
    },
    onSaved: () => void navigate(paths.product(added.current), { replace: true }),
  })
  const { form } = edit
  useEffect(() => {
    if (copy) form.reset(copy, { keepDefaultValues: true })
  }, [form, copy])
  return (
    <Screen
      title={copied === '' ? 'Add a product' : 'Duplicate a product'}
      text="A picture, a name, a category and a price are enough to begin."
      back={{ label: 'Products', path: paths.products() }}
      className="py-4"
    >
      <ProductForm edit={edit} onBusy={setIsSending} />
    </Screen>
  )
}
