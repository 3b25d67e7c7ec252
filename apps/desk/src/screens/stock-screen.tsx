import { staffProducts } from '@haat/contract/staff/products'
import { Button, IconButton } from '@haat/ui/button'
import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useMay } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { useCategoryPaths, type VariantRow, variantsQuery } from '../features/products/products.queries.ts'
import { StockHistory } from '../features/stock/stock-history.tsx'
import { countProblem, StockStepper, type TypedCount } from '../features/stock/stock-stepper.tsx'
import { count } from '../lib/format.ts'
import { paths } from '../paths.ts'
import type { Column, Filter, View } from '../table/columns.ts'
import { ListFrame } from '../table/list-frame.tsx'
import { useListState } from '../table/list-state.ts'

const VIEWS: readonly View[] = [
  { label: 'All', search: {} },
  { label: 'Low', search: { level: 'low' } },
  { label: 'Out', search: { level: 'out' } },
]

const nameOf = ({ product, variant }: VariantRow): string => [product, variant].filter(Boolean).join(', ')

/** By variant. */
type Counts = Readonly<Record<number, TypedCount>>

/** True counts: what is on the shelf, corrected with a reason. */
export function StockScreen() {
  const state = useListState()
  const may = useMay()
  const mayWrite = may('products.write')
  const maySeeHistory = may('audit.read')
  const [counts, setCounts] = useState<Counts>({})
  const [shown, setShown] = useState<VariantRow>()
  const categories = useCategoryPaths()
  const level = state.get('level')
  const query = useInfiniteQuery(
    variantsQuery({
      search: state.get('search') || undefined,
      category: state.get('category') || undefined,
      level: level === 'low' || level === 'out' ? level : undefined,
    }),
  )
  const columns = useMemo(
    (): Column<VariantRow>[] => [
      {
        id: 'product',
        header: 'Product',
        phone: 'title',
        cell: ({ product, variant, sku, media_url }) => (
          <span className="flex min-w-0 items-center gap-3">
            <Thumbnail url={media_url} />
            <span className="min-w-0 truncate lg:max-w-96">
              {product}
              <span className="block truncate text-sm font-normal text-ink-soft">
                {variant}
                <span className="lg:hidden">{variant && sku ? ` · ${sku}` : sku}</span>
              </span>
            </span>
          </span>
        ),
      },
      { id: 'sku', header: 'SKU', phone: 'hide', cell: ({ sku }) => sku },
      { id: 'category', header: 'Category', phone: 'hide', cell: ({ category }) => category },
      {
        id: 'history',
        header: '',
        phone: 'state',
        cell: (row) =>
          maySeeHistory && (
            <IconButton
              label={`History of ${nameOf(row)}`}
              onClick={() => setShown(row)}
              className="relative z-10 max-lg:-ml-2.5"
            >
              <History aria-hidden className="size-5" />
            </IconButton>
          ),
      },
      {
        id: 'stock',
        header: 'On hand',
        align: 'end',
        phone: 'action',
        cell: (row) =>
          mayWrite ? (
            <StockStepper
              name={nameOf(row)}
              stock={row.stock}
              typed={counts[row.id]}
              onChange={(typed) => setCounts({ ...counts, [row.id]: typed })}
            />
          ) : (
            row.stock.toLocaleString('en-IN')
          ),
      },
    ],
    [counts, mayWrite, maySeeHistory],
  )
  const filters: Filter[] = [
    {
      name: 'category',
      label: 'Category',
      kind: 'choice',
      options: categories.map((path) => ({ value: path, label: path })),
    },
  ]
  return (
    <>
      <ListFrame<VariantRow>
        title="Stock"
        views={VIEWS}
        filters={filters}
        searchHint="Product, brand or SKU"
        state={state}
        query={query}
        columns={columns}
        rowId={({ id }) => String(id)}
        rowPath={({ product_id }) => paths.product(product_id)}
        rowName={nameOf}
        nothingYet={
          level === ''
            ? { title: 'No products yet', text: 'Their stock appears here.' }
            : { title: 'Nothing is short', text: 'All that the shop sells is well in stock.' }
        }
      />
      <SaveBar counts={counts} rows={query.data} clear={() => setCounts({})} />
      {shown && <StockHistory variant={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

const REASONS = ['Counted', 'Delivered', 'Damaged', 'Lost', 'Returned', 'Own use']

interface SaveBarProps {
  counts: Counts
  rows: readonly VariantRow[] | undefined
  clear: () => void
}

function SaveBar({ counts, rows: shown = [], clear }: SaveBarProps) {
  const { run } = useActs()
  const [reason, setReason] = useState('Counted')
  const stocks = new Map(shown.map(({ id, stock }) => [id, stock]))
  const typed = Object.entries(counts).filter(([, { text, seen }]) => text !== String(seen))
  const isWrong = typed.some(([variant, one]) => countProblem(one, stocks.get(Number(variant))) !== null)
  // The difference, so that what is sold meanwhile is not put back.
  const rows = typed.map(([variant, { text, seen }]) => {
    const change = Number(text) - seen
    return { variant: Number(variant), set: { stock: change > 0 ? `+${change}` : String(change) } }
  })
  if (rows.length === 0) return null
  const save = async () => {
    const done = await run(
      staffProducts.bulk,
      { rows, note: reason.trim() || undefined },
      ({ changed, refused }) =>
        [
          `${count(changed.length, 'count')} corrected.`,
          ...(refused[0]
            ? [`${count(refused.length, 'stays', 'stay')} as before: ${refused[0].message}`]
            : []),
        ].join(' '),
    )
    if (done) clear()
  }
  return (
    <div
      role="region"
      aria-label="Changed counts"
      data-save-bar
      className="sticky bottom-(--bottom-bar,0px) z-20 flex flex-wrap items-center gap-2 border-t border-line-strong bg-card px-4 py-2.5 shadow-[0_-4px_16px_rgb(0_0_0/0.08)] lg:px-8"
    >
      <p role="status" className="font-semibold">
        {count(rows.length, 'count')}
      </p>
      <input
        aria-label="Reason"
        list="stock-reasons"
        value={reason}
        maxLength={200}
        placeholder="Reason"
        onChange={({ target }) => setReason(target.value)}
        className="h-11 min-w-32 flex-1 rounded-md border border-line-strong bg-card px-3 sm:max-w-60"
      />
      <datalist id="stock-reasons">
        {REASONS.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </datalist>
      <Button variant="quiet" size="sm" onClick={clear} className="ml-auto">
        Undo
      </Button>
      <Button size="sm" onClick={save} disabled={isWrong}>
        Save
      </Button>
    </div>
  )
}
