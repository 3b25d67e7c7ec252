import type { OrderStatus } from '@haat/contract/rules'
import type { ReplyOf } from '@haat/contract/staff/act'
import { staffStock } from '@haat/contract/staff/products'
import { staffReports } from '@haat/contract/staff/reports'
import { staffSynonyms } from '@haat/contract/staff/shop'
import { staffToday } from '@haat/contract/staff/today'
import { buttonClass, textLinkClass } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { Skeleton } from '@haat/ui/feedback'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, Banknote, CircleCheck, CircleX, MessageSquareText } from 'lucide-react'
import { Link } from 'react-router-dom'
import { actQuery, todayQuery, useMay } from '../api/queries.ts'
import { REFUND_DUE, STATES } from '../features/orders/order-state.ts'
import { RETURNS } from '../features/returns/return-state.ts'
import { Findings } from '../features/today/findings.tsx'
import { Sales } from '../features/reports/sales.tsx'
import { ago, count, namedDay } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'
import { paths } from '../paths.ts'
import { Failed } from '../shell/fallbacks.tsx'
import { Screen } from '../shell/screen-head.tsx'
import { Card } from '../ui/card.tsx'
import type { Look, Turn } from '../ui/chip.tsx'
import { LinkRow } from '../ui/link-row.tsx'

export function TodayScreen() {
  const may = useMay()
  const now = useNow()
  return (
    <Screen
      title="Today"
      text={namedDay(now)}
      className="grid grid-cols-1 gap-4 py-3 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start"
    >
      <div className="grid grid-cols-1 gap-4">
        {may(staffToday.show.permission) && <Tasks now={now} />}
        {may(staffReports.sales.permission) && <Sales now={now} />}
      </div>
      <div className="grid grid-cols-1 gap-4">
        {may(staffToday.findings.permission) && <Findings now={now} />}
        {may(staffSynonyms.missing.permission) && <EmptySearches />}
        {may(staffStock.low.permission) && <LowStock />}
      </div>
    </Screen>
  )
}

type Today = ReplyOf<typeof staffToday.show>

interface Task extends Omit<Look, 'label'> {
  amount: number
  text: string
  note: string
  path: string
}

const TASK_TEXTS: Partial<Record<OrderStatus, (orders: number) => string>> = {
  CONFIRMED: () => 'to pack',
  PROCESSING: () => 'to ship',
  SHIPPED: () => 'on the way',
  OUT_FOR_DELIVERY: () => 'out for delivery',
  PENDING: (orders) => `waiting for ${plural(orders, 'its', 'their')} payment`,
}
const ORDER: readonly OrderStatus[] = ['CONFIRMED', 'PROCESSING', 'OUT_FOR_DELIVERY', 'SHIPPED', 'PENDING']

/** What a packer's own screen shows. */
const IN_PACKING: readonly OrderStatus[] = ['CONFIRMED', 'PROCESSING']

function Tasks({ now }: { now: Date }) {
  const may = useMay()
  const mayRead = may('orders.read')
  const { data, error, isPending, refetch } = useQuery(todayQuery)
  if (error) return <Failed error={error} onRetry={refetch} />
  const tasks: Task[] = ORDER.flatMap((status) => {
    const found = data?.statuses.find((one) => one.status === status)
    const text = TASK_TEXTS[status]
    if (!found || !text || !(mayRead || (may('orders.pack') && IN_PACKING.includes(status)))) return []
    return [
      {
        ...{ ...STATES[status], amount: found.orders, text: text(found.orders) },
        note: `the oldest ${ago(found.oldest, now)}`,
        path: mayRead
          ? paths.orders(status === 'PENDING' ? { status, stated: 'no' } : { status })
          : paths.packing,
      },
    ]
  })
  if (data && mayRead) tasks.unshift(...orderTasks(data))
  if (data && may('products.read')) tasks.push(...reviewTasks(data))
  return (
    <Card title="To do now">
      {isPending ? (
        <div className="grid gap-3">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      ) : tasks.length === 0 ? (
        <p className="flex items-center gap-3 text-ink-soft">
          <CircleCheck aria-hidden className="size-6 text-leaf" />
          Nothing waits. New orders appear here.
        </p>
      ) : (
        <ul className="-mx-2 grid grid-cols-1">
          {tasks.map((task) => (
            <li key={task.text}>
              <TaskRow {...task} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Tasks of which there are any. */
const waiting = (tasks: readonly Task[]): Task[] => tasks.filter(({ amount }) => amount > 0)
const plural = (amount: number, one: string, many = `${one}s`): string => (amount === 1 ? one : many)

/** What is to be done about money and returns, the most pressing first. */
function orderTasks(today: Today): Task[] {
  const { payments_to_confirm, refunds_failed, cash_overdue, returns_to_decide } = today
  // A refund that failed is due too.
  const due = today.refunds_due - refunds_failed
  return waiting([
    {
      ...{ turn: 'ours', icon: BadgeCheck, amount: payments_to_confirm },
      text: `${plural(payments_to_confirm, 'payment')} to confirm`,
      note: `compare ${plural(payments_to_confirm, 'it', 'them')} with your bank`,
      path: paths.payments(),
    },
    {
      ...{ turn: 'trouble', icon: CircleX, amount: refunds_failed },
      text: `${plural(refunds_failed, 'refund')} failed`,
      note: 'try again, or pay it back yourself',
      path: paths.payments('refunds'),
    },
    {
      ...{ ...REFUND_DUE, amount: due, text: `${plural(due, 'refund')} due` },
      note: 'money to pay back',
      path: paths.payments('refunds'),
    },
    {
      ...{ turn: 'ours', icon: Banknote, amount: cash_overdue },
      text: `${plural(cash_overdue, 'order')} whose cash the courier owes`,
      note: 'delivered more than a week ago',
      path: paths.payments('couriers'),
    },
    {
      ...{ ...RETURNS.REQUESTED, amount: returns_to_decide },
      text: `${plural(returns_to_decide, 'return')} to decide`,
      note: 'customers wait for an answer',
      path: paths.returns({ state: 'REQUESTED' }),
    },
  ])
}

const reviewTasks = ({ questions_to_answer: questions, reviews_to_approve: reviews }: Today): Task[] =>
  waiting([
    {
      ...{ turn: 'ours', icon: MessageSquareText, amount: questions },
      text: `${plural(questions, 'question')} to answer`,
      note: 'about products',
      path: paths.reviews('questions'),
    },
    {
      ...{ turn: 'ours', icon: MessageSquareText, amount: reviews },
      text: `${plural(reviews, 'review')} to approve`,
      note: 'nobody sees them before',
      path: paths.reviews('pending'),
    },
  ])

const DISCS: Record<Turn, string> = {
  ours: 'bg-peacock text-paper',
  theirs: 'bg-marigold-tint text-ink',
  moving: 'bg-paper-deep text-ink',
  done: 'bg-leaf-tint text-leaf',
  trouble: 'bg-brick text-paper',
  off: 'bg-paper-deep text-ink-soft',
}

function TaskRow({ turn, icon: Icon, amount, text, note, path }: Task) {
  return (
    <LinkRow to={path} className="min-h-14 items-center">
      <span className={cx('flex size-10 shrink-0 items-center justify-center rounded-full', DISCS[turn])}>
        <Icon aria-hidden className="size-5" />
      </span>
      <span className="min-w-7 shrink-0 text-right text-xl font-bold figures">
        {amount.toLocaleString('en-IN')}
      </span>
      <span className="min-w-0 flex-1">
        <span className="font-semibold">{text}</span>
        <span className="block text-sm text-ink-soft sm:ml-2 sm:inline">{note}</span>
      </span>
    </LinkRow>
  )
}

const LOW_ROWS = 8

function LowStock() {
  const { data, isPending } = useQuery(actQuery(staffStock.low, { limit: LOW_ROWS }))
  return (
    <Card
      title="Low stock"
      action={
        <Link to={paths.stock({ level: 'low' })} className={cx(textLinkClass, 'text-sm')}>
          Set stock
        </Link>
      }
    >
      {isPending ? (
        <Skeleton className="h-40" />
      ) : !data || data.length === 0 ? (
        <p className="text-ink-soft">No variant is low on stock.</p>
      ) : (
        <ul className="divide-y divide-line text-sm">
          {data.map(({ variant_id, product, variant, sku, stock }) => (
            <li key={variant_id} className="flex items-baseline gap-3 py-2 first:pt-0">
              <span className="min-w-0 flex-1">
                {product}
                {variant && <span className="text-ink-soft">, {variant}</span>}
                {sku && <span className="block text-xs text-ink-soft">{sku}</span>}
              </span>
              <span className={cx('shrink-0 font-bold figures', stock === 0 && 'text-brick')}>
                {stock === 0 ? 'Sold out' : count(stock, 'piece')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** What customers wanted and did not find. */
function EmptySearches() {
  const { data = [] } = useQuery(actQuery(staffSynonyms.missing, { limit: 6 }))
  if (data.length === 0) return null
  return (
    <Card title="Searched, and not found">
      <ul className="divide-y divide-line">
        {data.map(({ term, times }) => (
          <li key={term} className="flex min-h-12 items-center gap-3 py-1">
            <span className="min-w-0 flex-1 break-words">
              {term} <span className="text-sm text-ink-soft">{count(times, 'time')}</span>
            </span>
            <Link to={paths.synonyms(term)} className={buttonClass('quiet', 'sm')}>
              Add synonym<span className="sr-only"> for {term}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
