import { formatShortRupees } from '@haat/contract/money'
import { type Parcel, staffPacking } from '@haat/contract/staff/packing'
import { Button } from '@haat/ui/button'
import { EmptyState } from '@haat/ui/feedback'
import { Printer } from 'lucide-react'
import { actQuery } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import { PromisedDay, TestChip } from '../features/orders/order-chips.tsx'
import { STATES } from '../features/orders/order-state.ts'
import { usePrint } from '../features/orders/papers.ts'
import { useAsk } from '../form/act-form.tsx'
import { ago, count } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'
import { useScreen } from '../shell/fallbacks.tsx'
import { Screen } from '../shell/screen-head.tsx'
import { Chip } from '../ui/chip.tsx'
import { Menu } from '../ui/menu.tsx'

const ALL_PAPERS = [
  { paper: 'pick_list', label: 'Pick list' },
  { paper: 'packing_slip', label: 'Packing slips' },
  { paper: 'label', label: 'Labels' },
] as const

/** The parcels of those who pack: what goes in, where it goes, what the courier collects. */
export function PackingScreen() {
  const { data, instead } = useScreen(actQuery(staffPacking.list, {}))
  const print = usePrint()
  if (!data) return instead
  const ids = data.map(({ id }) => id)
  return (
    <Screen
      title="Packing"
      text={data.length > 0 ? `${count(data.length, 'parcel')}, the first promised first` : undefined}
      actions={
        ids.length > 0 && (
          <Menu
            items={ALL_PAPERS.map(({ paper, label }) => ({ label, onClick: () => void print(paper, ids) }))}
            trigger={
              <Button icon={Printer} variant="outline">
                Print all
              </Button>
            }
          />
        )
      }
      className="grid grid-cols-1 gap-3 py-3 md:grid-cols-2 xl:grid-cols-3"
    >
      {data.length === 0 && (
        <div className="md:col-span-full">
          <EmptyState title="Nothing to pack" text="New orders appear here by themselves." />
        </div>
      )}
      {data.map((parcel) => (
        <ParcelCard key={parcel.id} parcel={parcel} />
      ))}
    </Screen>
  )
}

function ParcelCard({ parcel }: { parcel: Parcel }) {
  const { run } = useActs()
  const ask = useAsk()
  const print = usePrint()
  const now = useNow()
  const { id, order_number, status, created_at, items, collect, exchange_of, is_gift } = parcel
  const pack = () => run(staffPacking.pack, { orders: [String(id)] }, () => `${order_number} is packed.`)
  const ship = () =>
    ask({
      act: staffPacking.ship,
      title: `Ship ${order_number}`,
      text: parcel.shipping_name,
      button: 'Ship',
      given: { orders: [String(id)] },
      fields: {
        courier: { label: 'Courier', hint: 'Who takes the parcel?' },
        tracking: { label: 'Tracking number', hint: 'Optional' },
      },
      done: () => `${order_number} is on its way.`,
    })
  return (
    <article aria-label={order_number} className="flex flex-col rounded-lg border border-line bg-card p-4">
      <header className="flex items-center gap-2">
        <h2 className="flex-1 font-bold tabular-nums">{order_number}</h2>
        <span className="text-sm text-ink-soft">{ago(created_at, now)}</span>
        <Chip {...STATES[status]} />
        <TestChip />
      </header>
      <ul className="mt-3 grid gap-1">
        {items.map((item, at) => (
          <li key={at} className="flex gap-3">
            <b className="min-w-8 text-right tabular-nums">{item.quantity} ×</b>
            <span className="min-w-0">
              {item.product_name}
              <span className="block text-sm text-ink-soft">
                {[item.variant_name, item.sku].filter(Boolean).join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <address className="mt-3 border-t border-line pt-3 text-sm not-italic">
        <b>{parcel.shipping_name}</b>, {parcel.shipping_street}
        <br />
        {parcel.shipping_city}, {parcel.shipping_state} <b>{parcel.shipping_zip}</b> · {parcel.shipping_phone}
        <PromisedDay order={parcel} />
      </address>
      <p className="mt-2 mb-4 text-sm font-bold">
        {exchange_of
          ? `In exchange for ${exchange_of}: nothing to collect`
          : collect > 0
            ? `COD: collect ${formatShortRupees(collect)}`
            : 'Paid'}
        {is_gift && <span className="block">A gift: no invoice and no prices in the parcel.</span>}
      </p>
      <div className="mt-auto flex flex-wrap gap-2">
        <Button className="flex-1" onClick={status === 'CONFIRMED' ? pack : ship}>
          {status === 'CONFIRMED' ? 'Packed' : 'Ship'}
        </Button>
        <Button variant="outline" onClick={() => print('packing_slip', [id])}>
          Slip
        </Button>
        <Button variant="outline" onClick={() => print('label', [id])}>
          Label
        </Button>
      </div>
    </article>
  )
}
