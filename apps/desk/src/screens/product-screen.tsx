import { productState, type StaffProduct, staffProducts } from '@haat/contract/staff/products'
import { productPath } from '@haat/contract/storefront-paths'
import { Button } from '@haat/ui/button'
import { Copy, ExternalLink, EyeOff, History, TableProperties, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { CallError } from '../api/client.ts'
import { useMay, versionQuery } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import { ProductForm } from '../features/products/product-form.tsx'
import { changesOf, type ProductValues, valuesOf } from '../features/products/product-values.ts'
import { StateChip } from '../features/products/product-words.tsx'
import { useAsk } from '../form/act-form.tsx'
import { reloadOf, useEditForm } from '../form/use-edit-form.ts'
import { count, shortMoment } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { useScreen } from '../shell/fallbacks.tsx'
import { Screen } from '../shell/screen-head.tsx'
import { Card } from '../ui/card.tsx'
import { useDialog } from '../ui/dialogs.tsx'
import { MoreMenu } from '../ui/menu.tsx'
import { PageFrame } from '../ui/page-frame.tsx'

export function ProductScreen() {
  const { product = '' } = useParams()
  const query = versionQuery(staffProducts.show, { product: `#${product}` })
  const { data, instead, saves, onSaved } = useScreen(query)
  if (!data) return instead
  const { reply, version } = data
  return <Product key={`${reply.id} ${saves}`} product={reply} version={version} onSaved={onSaved} />
}

interface ProductProps {
  product: StaffProduct
  version: string | null
  onSaved: () => void
}

function Product({ product, version, onSaved }: ProductProps) {
  const acts = useActs()
  const mayWrite = useMay()('products.write')
  const [isSending, setIsSending] = useState(false)
  // What is edited stays as it was opened, whatever others do meanwhile.
  const [stored] = useState({ values: valuesOf(product), version })
  const id = `#${product.id}`
  const edit = useEditForm<ProductValues>({
    draftKey: `products.set:${product.id}`,
    stored,
    async save(values, seen, base) {
      if (isSending) throw new CallError(0, 'A picture is on its way. Save when it has arrived.')
      await acts.send(
        staffProducts.set,
        { product: id, ...changesOf(stored.values, values, base) },
        ({ product: { name }, notes }) => [`${name} is saved.`, ...notes].join(' '),
        { version: seen },
      )
    },
    reload: reloadOf(staffProducts.show, { product: id }, valuesOf),
    onSaved,
  })
  return (
    <Screen
      title={product.name}
      badge={
        <StateChip
          state={productState(
            product,
            product.variants.some(({ stock }) => stock > 0),
          )}
          publish_at={product.publish_at}
        />
      }
      text={`#${product.id} · ${count(product.variants.length, 'variant')}${running(product)}`}
      back={{ label: 'Products', path: paths.products() }}
      actions={mayWrite && <More product={product} />}
      className="grid gap-4 py-4 xl:grid-cols-[minmax(0,40rem)_minmax(20rem,1fr)] xl:items-start"
    >
      <ProductForm edit={edit} product={product.id} onBusy={setIsSending} isReadOnly={!mayWrite} />
      <div className="min-w-0 xl:sticky xl:top-4">
        <ProductPreview product={product} />
      </div>
    </Screen>
  )
}

function running({ deals: [deal] }: StaffProduct): string {
  return deal ? ` · in a deal until ${shortMoment(deal.end_date)}` : ''
}

function More({ product }: { product: StaffProduct }) {
  const { run } = useActs()
  const navigate = useNavigate()
  const may = useMay()
  const ask = useAsk()
  const close = useDialog()
  const grid = paths.productGrid({ products: String(product.id) })
  const hide = () =>
    run(
      staffProducts.set,
      { product: `#${product.id}`, set: { is_published: 'no' } },
      ({ product: { name } }) => `${name} is hidden.`,
    )
  /** Deletes what was never sold; what was sold can be hidden. */
  const remove = () =>
    ask({
      act: staffProducts.delete,
      title: `Delete ${product.name}?`,
      text: 'With its variants and pictures, also from carts and wishlists. What was ordered cannot be deleted, only hidden.',
      button: 'Delete',
      asksName: product.name,
      other: (
        <Button icon={EyeOff} variant="outline" onClick={async () => (await hide()) && close(() => null)}>
          Hide instead
        </Button>
      ),
      given: { product: `#${product.id}`, yes: true },
      done: () => `${product.name} is deleted.`,
      onDone: () => void navigate(paths.products(), { replace: true }),
    })
  return (
    <MoreMenu
      label="More about this product"
      className="border-line-strong!"
      items={[
        { label: 'Edit in grid', icon: TableProperties, onClick: () => void navigate(grid) },
        { label: 'Duplicate', icon: Copy, onClick: () => void navigate(paths.newProduct(product.id)) },
        may('audit.read') && {
          label: 'History of the stock',
          icon: History,
          onClick: () => void navigate(paths.stock({ search: product.name })),
        },
        { label: 'Delete…', icon: Trash2, onClick: remove, isDanger: true },
      ]}
    />
  )
}

/** The shop's own page of a product as it is stored. */
function ProductPreview({ product }: { product: StaffProduct }) {
  const path = productPath(product.id, product.name)
  if (!product.is_published)
    return (
      <Card title="In the shop">
        <p className="text-ink-soft">
          {product.publish_at
            ? `Scheduled: nobody sees it before ${shortMoment(product.publish_at)}. Then its page appears here.`
            : 'Hidden: nobody sees it. Tick “In the shop” and save, and its page appears here.'}
        </p>
      </Card>
    )
  return (
    <PageFrame
      name={`${product.name} in the shop`}
      src={path}
      action={
        <a
          href={path}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-peacock"
        >
          Open
          <ExternalLink aria-hidden className="size-4" />
        </a>
      }
    />
  )
}
