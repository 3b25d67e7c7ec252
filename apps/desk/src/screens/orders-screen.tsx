import { ORDER_STATUSES, type OrderStatus } from '@haat/contract/rules'
import type { ReplyOf } from '@haat/contract/staff/act'
import { staffOrders } from '@haat/contract/staff/orders'
import { staffPayments } from '@haat/contract/staff/payments'
import { Button, buttonClass } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { useQuery } from '@tanstack/react-query'
import { Plus, Printer } from 'lucide-react'
import { lazy } from 'react'
import { Link } from 'react-router-dom'
import { actQuery, todayQuery, useMay } from '../api/queries.ts'
import { OrderChips } from '../features/orders/order-chips.tsx'
import { isWithShop, nextStep, STATES, type Step, STEPS } from '../features/orders/order-state.ts'
import { useOrderSteps } from '../features/orders/order-steps.tsx'
import { type Paper, PAPERS, usePrint } from '../features/orders/papers.ts'
import { ago, count, parseDay, shortDay } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'
import { paths } from '../paths.ts'
import { amountColumn, type Column, type Filter, timeColumn, type View } from '../table/columns.tsx'
import { ListFrame } from '../table/list-frame.tsx'
import { useListState } from '../table/list-state.ts'
import { useDialog } from '../ui/dialogs.tsx'
import { Menu } from '../ui/menu.tsx'

type Row = ReplyOf<typeof staffOrders.list>[number]

const ShipSheetDialog = lazy(async () => ({
  default: (await import('../features/orders/ship-sheet-dialog.tsx')).ShipSheetDialog,
}))

const VIEWS: readonly OrderStatus[] = [
  'CONFIRMED',
  'PROCESSING',
  'SHIPPED',
  'OUT_FOR_DELIVERY',
  'DELIVERED',
  'PENDING',
  'CANCELLED',
]

const FILTERS: readonly Filter[] = [
  { name: 'from', label: 'From', kind: 'day' },
  { name: 'to', label: 'To', kind: 'day' },
  { name: 'unknown_state', label: 'Not a state of India', kind: 'flag' },
]

function useViews(): View[] {
  const { data } = useQuery(todayQuery)
  const counts = new Map(data?.statuses.map(({ status, orders }) => [status, orders]))
  const ofStatus = (status: OrderStatus): View => ({
    label: STATES[status].label,
    // Those to confirm have a view of their own.
    search: status === 'PENDING' ? { status, stated: 'no' } : { status },
    // How many were delivered or cancelled in all is no news.
    count: status === 'DELIVERED' || status === 'CANCELLED' ? undefined : counts.get(status),
  })
  return [
    { label: 'All', search: {} },
    { label: 'To confirm', search: { stated: 'yes' }, count: data?.payments_to_confirm },
    ...VIEWS.slice(0, 4).map(ofStatus),
    { label: 'Refund due', search: { refund_due: 'true' }, count: data?.refunds_due },
    ...VIEWS.slice(4).map(ofStatus),
  ]
}

function useColumns(
  take: (step: Step, rows: readonly Row[]) => unknown,
  may: (step: Step, row: Row) => boolean,
): Column<Row>[] {
  const now = useNow()
  const mayConfirm = useMay()(staffPayments.confirm.permission)
  return [
    { header: 'Order', cell: ({ id }) => `#${id}`, sort: 'id', phone: 'title' },
    {
      header: 'Customer',
      cell: ({ customer }) => <span className="lg:whitespace-nowrap">{customer}</span>,
      sort: 'customer',
      phone: 'title',
    },
    { header: 'City', cell: 'city', sort: 'city', phone: 'sub' },
    { header: 'Items', cell: ({ items }) => count(items, 'item'), sort: 'items', phone: 'sub' },
    { header: 'Payment', cell: ({ payment }) => paymentText(payment), phone: 'sub' },
    amountColumn('Amount', 'total_amount'),
    {
      header: 'State',
      cell: (row) => (
        <span className="inline-flex flex-wrap gap-1.5">
          <OrderChips {...row} />
        </span>
      ),
      phone: 'state',
    },
    // What waits for the shop says for how long.
    timeColumn('Placed', 'created_at', (at, { status }) =>
      isWithShop(status) ? ago(at, now) : shortDay(at),
    ),
    {
      header: 'Next step',
      cell: (row) => {
        if (row.to_confirm === 'payment' && mayConfirm)
          return (
            <Link
              to={paths.order(row.id, 'compare')}
              className={cx(buttonClass('outline', 'sm'), 'min-h-9!')}
            >
              Compare
            </Link>
          )
        const step = nextStep(row)
        if (!step || !may(step, row)) return null
        return (
          <Button
            variant="outline"
            size="sm"
            onClick={() => take(step, [row])}
            className="min-h-9! whitespace-nowrap"
          >
            {STEPS[step].label}
          </Button>
        )
      },
      phone: 'action',
      align: 'end',
    },
  ]
}

const paymentText = (payment: string): string =>
  payment.replace('ONLINE', 'Online').replace(/ \(test bank.*\)/, ', test')

export function OrdersScreen() {
  const state = useListState()
  const may = useMay()
  const open = useDialog()
  const status = ORDER_STATUSES.find((one) => one === state.get('status'))
  const isRefundDue = state.get('refund_due') === 'true'
  const query = useQuery(
    actQuery(staffOrders.list, {
      status,
      refund_due: isRefundDue,
      stated: (['yes', 'no'] as const).find((one) => one === state.get('stated')),
      unknown_state: state.get('unknown_state') === 'true',
      search: state.get('search') || undefined,
      from: parseDay(state.get('from')),
      to: parseDay(state.get('to')),
      limit: state.limit,
    }),
  )
  const { possible, take } = useOrderSteps()
  const columns = useColumns(take, (step, row) => possible(step, [row]).length > 0)
  return (
    <ListFrame<Row>
      title="Orders"
      saves="orders"
      actions={
        <>
          {may('orders.ship') && (
            <Button variant="outline" onClick={() => open((close) => <ShipSheetDialog onClose={close} />)}>
              Ship many
            </Button>
          )}
          {may('orders.create') && (
            <Link to={paths.newOrder} className={buttonClass()}>
              <Plus aria-hidden className="size-5" />
              <span>
                New<span className="max-sm:sr-only"> order</span>
              </span>
            </Link>
          )}
        </>
      }
      views={useViews()}
      filters={FILTERS}
      searchHint="Number, name or phone"
      query={query}
      columns={columns}
      rowPath={({ id }) => paths.order(id)}
      rowName={({ id }) => `order ${id}`}
      bulk={
        may(['orders.move', 'orders.ship', 'orders.pack'])
          ? (rows, clear) => <Bulk rows={rows} clear={clear} />
          : undefined
      }
      nothingYet={{
        title: 'No orders yet',
        text: 'Orders appear here the moment they are placed. Once the shop is open, send customers its link.',
        action: (
          <a href="/" className="font-semibold text-peacock underline">
            Look at the shop
          </a>
        ),
      }}
    />
  )
}

const BULK: readonly Step[] = ['process', 'ship', 'out_for_delivery', 'deliver', 'cancel', 'refund']
const BULK_PAPERS: readonly Paper[] = ['label', 'packing_slip', 'invoice', 'pick_list', 'manifest']

function Bulk({ rows, clear }: { rows: Row[]; clear: () => void }) {
  const { possible, take } = useOrderSteps(clear)
  const print = usePrint()
  const may = useMay()
  const steps = BULK.flatMap((step) => {
    const orders = possible(step, rows)
    return orders.length > 0 ? [{ step, orders }] : []
  })
  const papers = BULK_PAPERS.filter((paper) => may(staffOrders[paper].permission))
  const ids = rows.map(({ id }) => id)
  return (
    <>
      {steps.map(({ step, orders }, index) => (
        <Button
          key={step}
          size="sm"
          variant={step === 'cancel' ? 'danger' : index === 0 ? 'primary' : 'outline'}
          onClick={() => take(step, orders)}
        >
          {STEPS[step].label}
          {orders.length < rows.length && ` ${orders.length}`}
        </Button>
      ))}
      {papers.length > 0 && (
        <Menu
          side="top"
          items={papers.map((paper) => ({
            label: paper === 'pick_list' || paper === 'manifest' ? PAPERS[paper] : `${PAPERS[paper]}s`,
            onClick: () => void print(paper, ids),
          }))}
          trigger={
            <Button icon={Printer} size="sm" variant="outline">
              Print
            </Button>
          }
        />
      )}
    </>
  )
}
