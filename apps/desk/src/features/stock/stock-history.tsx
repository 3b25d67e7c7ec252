import { staffAudit } from '@haat/contract/staff/house'
import { Skeleton } from '@haat/ui/feedback'
import { useQuery } from '@tanstack/react-query'
import { actQuery } from '../../api/queries.ts'
import { shortMoment } from '../../lib/format.ts'
import { Failed } from '../../shell/fallbacks.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface StockHistoryProps {
  variant: { id: number; product: string; variant: string | null; stock: number }
  onClose: () => void
}

const stockOf = (row: Record<string, unknown> | null | undefined): number | undefined =>
  typeof row?.['stock'] === 'number' ? row['stock'] : undefined

/** Who has changed the stock of a variant, when and why. Orders are not in it. */
export function StockHistory({ variant, onClose }: StockHistoryProps) {
  const { data, error, refetch } = useQuery(
    actQuery(staffAudit.list, { of: 'variants', key: String(variant.id), limit: 50 }),
  )
  const entries = data?.filter(({ row }) => stockOf(row?.after) !== undefined)
  return (
    <Dialog
      onClose={onClose}
      title={[variant.product, variant.variant].filter(Boolean).join(', ')}
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
