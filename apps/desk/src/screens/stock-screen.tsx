import { staffAudit } from '@haat/contract/staff/house'
import { staffProducts } from '@haat/contract/staff/products'
import { Button, IconButton } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { Skeleton } from '@haat/ui/feedback'
import { choicesOf } from '@haat/ui/field'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useId, useState } from 'react'
import { actQuery, useMay } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import { useCategoryPaths, type VariantRow, variantsQuery } from '../features/products/products.queries.ts'
import { count, shortMoment } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { Failed } from '../shell/fallbacks.tsx'
import type { Column, Filter, View } from '../table/columns.tsx'
import { ListFrame } from '../table/list-frame.tsx'
import { useListState } from '../table/list-state.ts'
import { ActionBar } from '../ui/action-bar.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useDialog } from '../ui/dialogs.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'

const VIEWS: readonly View[] = [
  { label: 'All', search: {} },
  { label: 'Low', search: { level: 'low' } },
  { label: 'Out', search: { level: 'out' } },
]

const nameOf = ({ product, variant }: VariantRow): string => [product, variant].filter(Boolean).join(', ')

/** By variant. */
type Changes = Readonly<Record<number, StockChange>>

/** True counts: what is on the shelf, corrected with a reason. */
export function StockScreen() {
  const state = useListState()
  const may = useMay()
  const mayWrite = may('products.write')
  const maySeeHistory = may('audit.read')
  const [changes, setChanges] = useState<Changes>({})
  const open = useDialog()
  const categories = useCategoryPaths()
  const level = state.get('level')
  const query = useInfiniteQuery(
    variantsQuery({
      search: state.get('search') || undefined,
      category: state.get('category') || undefined,
      level: level === 'low' || level === 'out' ? level : undefined,
    }),
  )
  const columns: Column<VariantRow>[] = [
    {
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
    { header: 'SKU', phone: 'hide', cell: 'sku' },
    { header: 'Category', phone: 'hide', cell: 'category' },
    {
      header: 'History',
      phone: 'state',
      cell: (row) =>
        maySeeHistory && (
          <IconButton
            label={`History of ${nameOf(row)}`}
            onClick={() => open((close) => <StockHistory variant={row} onClose={close} />)}
            className="relative z-10 max-lg:-ml-2.5"
            icon={History}
          />
        ),
    },
    {
      header: 'On hand',
      align: 'end',
      phone: 'action',
      cell: (row) =>
        mayWrite ? (
          <StockStepper
            name={nameOf(row)}
            stock={row.stock}
            change={changes[row.id]}
            onChange={(change) => {
              const { [row.id]: _, ...others } = changes
              setChanges(change ? { ...others, [row.id]: change } : others)
            }}
          />
        ) : (
          row.stock.toLocaleString('en-IN')
        ),
    },
  ]
  const filters: Filter[] = [
    { name: 'category', label: 'Category', kind: 'choice', options: choicesOf(categories) },
  ]
  return (
    <>
      <ListFrame<VariantRow>
        title="Stock"
        views={VIEWS}
        filters={filters}
        searchHint="Product, brand or SKU"
        query={query}
        columns={columns}
        rowPath={({ product_id }) => paths.product(product_id)}
        nothingYet={
          level === ''
            ? { title: 'No products yet', text: 'Their stock appears here.' }
            : { title: 'Nothing is short', text: 'All that the shop sells is well in stock.' }
        }
      />
      <SaveBar changes={changes} onChange={setChanges} />
    </>
  )
}

const REASONS = ['Counted', 'Delivered', 'Damaged', 'Lost', 'Returned', 'Own use']

function SaveBar({ changes, onChange }: { changes: Changes; onChange: (changes: Changes) => void }) {
  const { run } = useActs()
  const [reason, setReason] = useState('Counted')
  const rows = Object.entries(changes).map(([variant, change]) => ({
    variant: Number(variant),
    ...stockInput(change),
  }))
  const wrong = Object.values(changes).filter(isMistyped).length
  if (rows.length === 0) return null
  const save = () =>
    run(staffProducts.bulk, { rows, note: reason.trim() || undefined }, ({ changed, refused }) => {
      // What is refused stays typed.
      const left = new Set(refused.map(({ variant }) => variant))
      onChange(Object.fromEntries(Object.entries(changes).filter(([variant]) => left.has(Number(variant)))))
      return [
        ...(changed.length > 0 ? [`${count(changed.length, 'count')} corrected.`] : []),
        ...(refused[0] ? [`${count(refused.length, 'stays', 'stay')} as before: ${refused[0].message}`] : []),
      ].join(' ')
    })
  return (
    <ActionBar
      role="region"
      aria-label="Changed counts"
      className="shadow-[0_-4px_16px_rgb(0_0_0/0.08)] lg:px-8"
    >
      <p role="status" className="font-semibold">
        {count(rows.length, 'count')}
        {wrong > 0 && <span className="text-brick"> · {count(wrong, 'is', 'are')} no whole number</span>}
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
      <Button variant="quiet" size="sm" onClick={() => onChange({})} className="ml-auto">
        Undo
      </Button>
      <Button size="sm" disabled={wrong > 0} onClick={save}>
        Save
      </Button>
    </ActionBar>
  )
}

const stockOf = (row: Record<string, unknown> | null | undefined): number | undefined =>
  typeof row?.['stock'] === 'number' ? row['stock'] : undefined

/** Who has changed the stock of a variant, when and why. Orders are not in it. */
function StockHistory({ variant, onClose }: { variant: VariantRow; onClose: () => void }) {
  const { data, error, refetch } = useQuery(
    actQuery(staffAudit.list, { of: 'variants', key: String(variant.id), limit: 50 }),
  )
  const entries = data?.filter(({ row }) => stockOf(row?.after) !== undefined)
  return (
    <Dialog
      onClose={onClose}
      title={nameOf(variant)}
      text={`${variant.stock.toLocaleString('en-IN')} in stock. What the staff changed; orders are not listed.`}
    >
      {error ? (
        <Failed error={error} onRetry={refetch} />
      ) : !entries ? (
        <Skeleton className="h-24" />
      ) : entries.length === 0 ? (
        <p className="text-ink-soft">Nobody has changed it yet.</p>
      ) : (
        <ul className="-my-3">
          {entries.map(({ id, at, staff_name, note, undone, row }) => {
            const [before, after] = [stockOf(row?.before) ?? 0, stockOf(row?.after) ?? 0]
            return (
              <li key={id} className="flex gap-4 border-b border-line py-3 last:border-0">
                <span className="w-16 shrink-0 text-right text-lg font-bold figures">
                  {after - before > 0 ? `+${after - before}` : after - before}
                </span>
                <span className={undone ? 'line-through' : undefined}>
                  <span className="block font-semibold">
                    {note ?? 'No reason given'}{' '}
                    <span className="figures">
                      ({before} → {after})
                    </span>
                  </span>
                  <span className="text-sm text-ink-soft">
                    {staff_name}, {shortMoment(at)}
                  </span>
                </span>
                {undone && <span className="ml-auto text-sm text-ink-soft">Undone</span>}
              </li>
            )
          })}
        </ul>
      )}
    </Dialog>
  )
}

/** Pieces more or fewer; or what somebody counted, and the stock that was shown then. */
type StockChange = { by: number } | { counted: string; was: number }

/** Whether what was counted cannot be saved. */
const isMistyped = (change: StockChange): boolean =>
  'counted' in change && !/^\d{1,8}$/.test(change.counted.trim())

/** `set` and `was` of a bulk change: a count only takes the place of the stock that was shown. */
const stockInput = (change: StockChange) =>
  'counted' in change
    ? { set: { stock: change.counted.trim() }, was: { stock: String(change.was) } }
    : { set: { stock: change.by > 0 ? `+${change.by}` : String(change.by) } }

interface StockStepperProps {
  name: string
  stock: number
  change: StockChange | undefined
  onChange: (change: StockChange | undefined) => void
}

/** A count with fewer and more; what is typed is the new count. */
function StockStepper({ name, stock, change, onChange }: StockStepperProps) {
  const id = useId()
  const typed = change && 'counted' in change ? change : undefined
  const isWrong = typed !== undefined && isMistyped(typed)
  const isOld = typed !== undefined && !isWrong && typed.was !== stock && Number(typed.counted) !== stock
  const count = typed && !isWrong ? Number(typed.counted) : stock + (change && 'by' in change ? change.by : 0)
  const type = (counted: string, was = typed?.was ?? stock): void =>
    onChange(counted === String(stock) ? undefined : { counted, was })
  const step = (next: number): void => {
    if (typed) type(String(next))
    else onChange(next === stock ? undefined : { by: next - stock })
  }
  return (
    <div className="grid justify-items-end gap-1 py-1">
      <Stepper name={name} value={count} onChange={step}>
        <input
          aria-label={`Stock of ${name}`}
          aria-invalid={isWrong || isOld || undefined}
          aria-describedby={isWrong || isOld ? id : undefined}
          inputMode="numeric"
          value={typed?.counted ?? count}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => type(target.value)}
          className={cx(
            'h-11 w-16 rounded-md border text-center text-base font-semibold figures',
            isWrong || isOld
              ? 'border-brick bg-card'
              : change
                ? 'border-marigold bg-marigold-tint text-ink'
                : 'border-line-strong bg-card',
          )}
        />
      </Stepper>
      {(isWrong || isOld) && (
        <p id={id} role="alert" className="max-w-56 text-right text-sm font-medium text-brick">
          {isWrong
            ? 'Please enter a whole number, 0 or more.'
            : `Somebody has made it ${stock}; it was ${typed.was} when you typed ${count}.`}
        </p>
      )}
      {isOld && (
        <span className="flex gap-2">
          <Button variant="outline" size="sm" onClick={() => onChange(undefined)}>
            Keep {stock}
          </Button>
          <Button variant="outline" size="sm" onClick={() => type(String(count), stock)}>
            Make it {count}
          </Button>
        </span>
      )}
    </div>
  )
}
