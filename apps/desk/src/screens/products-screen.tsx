import { formatShortRupees } from '@haat/contract/money'
import { LACKS, PRODUCT_SORTS, PRODUCT_STATES, staffProducts } from '@haat/contract/staff/products'
import { Button, buttonClass } from '@haat/ui/button'
import { choicesOf } from '@haat/ui/field'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Eye, EyeOff, Plus, TableProperties } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'
import { actQuery, useMay } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import { LACK_TEXTS, StateChip } from '../features/products/product-words.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import {
  type ProductRow,
  productsQuery,
  useBrands,
  useCategoryPaths,
} from '../features/products/products.queries.ts'
import { count } from '../lib/format.ts'
import { paths } from '../paths.ts'
import type { Column, Filter, View } from '../table/columns.tsx'
import { ListFrame } from '../table/list-frame.tsx'
import { type ListState, useListState } from '../table/list-state.ts'

const COLUMNS: readonly Column<ProductRow>[] = [
  {
    header: 'Name',
    sort: 'name',
    phone: 'title',
    cell: ({ name, media_url }) => (
      <span className="flex min-w-0 items-center gap-3">
        <Thumbnail url={media_url} />
        <span className="line-clamp-2 min-w-0">{name}</span>
      </span>
    ),
  },
  { header: 'Category', cell: 'category', phone: 'sub' },
  { header: 'Variants', cell: 'variants', phone: 'hide', align: 'end' },
  {
    header: 'Price',
    sort: 'price',
    phone: 'end',
    align: 'end',
    cell: ({ price, mrp }) => (
      <>
        {formatShortRupees(price)}
        {mrp !== null && mrp > price && (
          <s className="block text-xs font-normal text-ink-soft max-lg:hidden">{formatShortRupees(mrp)}</s>
        )}
      </>
    ),
  },
  {
    header: 'Stock',
    sort: 'stock',
    phone: 'sub',
    align: 'end',
    cell: ({ stock, variants }) => (
      <>
        {stock.toLocaleString('en-IN')}
        <span className="lg:hidden"> in stock{variants > 1 && `, ${count(variants, 'variant')}`}</span>
      </>
    ),
  },
  {
    header: 'State',
    cell: ({ state, publish_at }) => <StateChip state={state} publish_at={publish_at} />,
    phone: 'state',
  },
  {
    header: 'Missing',
    phone: 'state',
    cell: ({ lacks }) => (
      <span className="text-sm whitespace-nowrap text-ink-soft">
        {lacks.length > 0 && <span className="lg:hidden">{lacks.length} missing</span>}
        <span className="max-lg:hidden">
          {lacks.length > 2 && `${lacks.length} · `}
          {lacks
            .slice(0, 2)
            .map((one) => LACK_TEXTS[one])
            .join(', ')}
          {lacks.length > 2 && '…'}
        </span>
      </span>
    ),
  },
]

const useFilters = (): Filter[] => [
  { name: 'category', label: 'Category', kind: 'choice', options: choicesOf(useCategoryPaths()) },
  { name: 'brand', label: 'Brand', kind: 'choice', options: choicesOf(useBrands()) },
  { name: 'lacks', label: 'Missing', kind: 'choice', options: choicesOf(LACK_TEXTS) },
]

function useViews(): View[] {
  const { data } = useQuery(actQuery(staffProducts.counts, {}))
  const shown = (counted: number | undefined) =>
    data && !data.is_all && counted ? `${counted.toLocaleString('en-IN')}+` : counted
  return [
    { label: 'All', search: {}, count: shown(data?.all) },
    { label: 'Selling', search: { state: 'selling' }, count: shown(data?.selling) },
    { label: 'Sold out', search: { state: 'sold_out' }, count: shown(data?.sold_out) },
    { label: 'Hidden', search: { state: 'hidden' }, count: shown(data?.hidden) },
    { label: 'Scheduled', search: { state: 'scheduled' }, count: shown(data?.scheduled) },
    { label: 'Missing facts', search: { lacks: 'any' }, count: shown(data?.lacking) },
  ]
}

const filterOf = (state: ListState) => ({
  state: PRODUCT_STATES.find((one) => one === state.get('state')),
  lacks: [...LACKS, 'any' as const].find((one) => one === state.get('lacks')),
  category: state.get('category') || undefined,
  brand: state.get('brand') || undefined,
  search: state.get('search') || undefined,
  sort: PRODUCT_SORTS.find((one) => one === state.get('sort')),
})

export function ProductsScreen() {
  const state = useListState()
  const may = useMay()
  const query = useInfiniteQuery(productsQuery(filterOf(state)))
  const mayWrite = may('products.write')
  const add = mayWrite && (
    <Link to={paths.newProduct()} className={buttonClass('primary', 'sm')}>
      <Plus aria-hidden className="size-4" />
      Add a product
    </Link>
  )
  return (
    <ListFrame<ProductRow>
      title="Products"
      saves="products"
      actions={add}
      views={useViews()}
      filters={useFilters()}
      searchHint="Name, brand or SKU"
      query={query}
      columns={COLUMNS}
      rowPath={({ id }) => paths.product(id)}
      rowName={({ name }) => name}
      bulk={mayWrite ? (rows, clear) => <Bulk rows={rows} clear={clear} /> : undefined}
      nothingYet={{
        title: 'Photograph your first product',
        text: 'A picture, a name and a price are enough to begin. What law asks for can follow.',
        action: add,
      }}
    />
  )
}

function Bulk({ rows, clear }: { rows: ProductRow[]; clear: () => void }) {
  const { run } = useActs()
  const navigate = useNavigate()
  const publish = async (is_published: boolean) => {
    const set = { is_published: is_published ? 'yes' : 'no' }
    // One variant of each product is enough to name it.
    const changes = rows.flatMap(({ variant_id }) =>
      variant_id === null ? [] : [{ variant: variant_id, set }],
    )
    await run(
      staffProducts.bulk,
      { rows: changes },
      ({ changed, refused }) =>
        `${count(changed.length, 'product')} ${is_published ? 'in the shop' : 'hidden'}.` +
        (refused.length > 0
          ? ` ${count(refused.length, 'is', 'are')} as before: ${refused[0]?.message}`
          : ''),
      clear,
    )
  }
  return (
    <>
      <Button
        icon={TableProperties}
        size="sm"
        onClick={() => navigate(paths.productGrid({ products: rows.map(({ id }) => id).join(',') }))}
      >
        Edit in grid
      </Button>
      {rows.some(({ is_published }) => !is_published) && (
        <Button icon={Eye} size="sm" variant="outline" onClick={() => publish(true)}>
          Publish
        </Button>
      )}
      {rows.some(({ is_published }) => is_published) && (
        <Button icon={EyeOff} size="sm" variant="outline" onClick={() => publish(false)}>
          Hide
        </Button>
      )}
    </>
  )
}
