import { isSold } from '@haat/contract/rules'
import { isOpenReturn } from '@haat/contract/return-rules'
import { type StaffOrder, staffOrders } from '@haat/contract/staff/orders'
import { staffPayments } from '@haat/contract/staff/payments'
import { staffReturns } from '@haat/contract/staff/returns'
import { Button } from '@haat/ui/button'
import { useQuery } from '@tanstack/react-query'
import { FileText, Pencil } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { actQuery, useMay, versionQuery } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import { NotesCard } from '../features/notes/notes-card.tsx'
import { NextStep } from '../features/orders/next-step.tsx'
import { OrderChips } from '../features/orders/order-chips.tsx'
import {
  useAddressQuestion,
  AddressText,
  Customer,
  Items,
  Money,
  Timeline,
} from '../features/orders/order-parts.tsx'
import { isPossible, nextStep, permissionOf, type Step, STEPS } from '../features/orders/order-state.ts'
import { useOrderSteps } from '../features/orders/order-steps.tsx'
import { type Paper, PAPERS, usePrint } from '../features/orders/papers.ts'
import { ConfirmPayment, statedPayments, useAnswers } from '../features/payments/confirm-payment.tsx'
import { OrderPayments } from '../features/payments/order-payments.tsx'
import { OrderReturns } from '../features/returns/return-card.tsx'
import { shortMoment } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { useScreen } from '../shell/fallbacks.tsx'
import { Screen } from '../shell/screen-head.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useDialog } from '../ui/dialogs.tsx'
import { MoreMenu } from '../ui/menu.tsx'

/** An order, and the one thing to do with it next. */
export function OrderScreen() {
  const { order = '' } = useParams()
  const { data, instead } = useScreen(versionQuery(staffOrders.show, { order }))
  if (!data) return instead
  return <Order key={data.reply.id} order={data.reply} version={data.version} />
}

/** In the menu beside the next step, by what loses least. */
const MORE = (Object.keys(STEPS) as Step[]).filter((step) => step !== 'address' && step !== 'remove')

const ASKING = ['ship', 'return', 'cancel', 'refund'] as const

function Order({ order, version }: { order: StaffOrder; version: string | null }) {
  const may = useMay()
  const print = usePrint()
  const { take } = useOrderSteps()
  const { confirm } = useAnswers()
  const changeAddress = useAddressQuestion(order, version)
  const maySee = (step: Step): boolean => may(permissionOf(step)) && isPossible(step, order)
  const next = nextStep(order)
  const { data: returns = [] } = useQuery(actQuery(staffReturns.list, { order: String(order.id) }))
  // A link can ask for a step that asks first: nothing is done by following a link.
  const [search, setSearch] = useSearchParams()
  const asked = search.get('do')
  const stated = order.to_confirm === 'payment' ? statedPayments(order) : []
  const answered = useRef<string>(null)
  useEffect(() => {
    // Once: the address changes later than the next render.
    if (asked === answered.current) return
    answered.current = asked
    if (asked === null) return
    setSearch({}, { replace: true })
    if (asked === 'compare' && stated[0] && may(staffPayments.confirm.permission))
      confirm(stated[0], stated.length > 1)
    const step = ASKING.find((one) => one === asked)
    if (step && maySee(step)) void take(step, [order])
  })
  const stepActs = {
    may: (step: Step) => may(permissionOf(step)),
    take: (step: Step) => take(step, [order]),
    print: (paper: Paper) => print(paper, [order.id]),
  }
  const more = MORE.filter((step) => step !== next && maySee(step))
  return (
    <Screen
      title={`Order #${order.id}`}
      badge={<OrderChips {...order} />}
      text={`${order.order_number} · placed ${shortMoment(order.created_at)}${order.exchange_of ? ` · in exchange for #${order.exchange_of.order_id}` : ''}`}
      back={{ label: 'Orders', path: paths.orders() }}
      actions={
        more.length > 0 && (
          <MoreMenu
            label="More about this order"
            className="border-line! bg-card"
            items={more.map((step) => ({
              label: `${STEPS[step].label}${step === 'deliver' || step === 'out_for_delivery' ? '' : '…'}`,
              onClick: () => void take(step, [order]),
              isDanger: step === 'cancel' || step === 'lose' || step === 'refuse',
            }))}
          />
        )
      }
      className="grid grid-cols-1 gap-4 py-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start"
    >
      <div className="grid grid-cols-1 gap-4">
        {(next !== undefined || !returns.some(({ state }) => isOpenReturn(state))) && (
          <NextStep
            order={order}
            action={stated.map((payment) => (
              <ConfirmPayment key={payment.utr} payment={payment} isOneOfSeveral={stated.length > 1} />
            ))}
            {...stepActs}
          />
        )}
        {order.refund_due && next !== 'refund' && <NextStep order={order} isRefund {...stepActs} />}
        <OrderReturns requests={returns} />
        <Items
          order={order}
          action={
            maySee('remove') && (
              <Button variant="quiet" size="sm" onClick={() => take('remove', [order])}>
                Take out
              </Button>
            )
          }
        />
        <Card
          title="Delivery"
          action={
            maySee('address') && (
              <Button icon={Pencil} variant="quiet" size="sm" onClick={changeAddress}>
                Change
              </Button>
            )
          }
        >
          <AddressText order={order} />
          {order.courier && (
            <p className="mt-3 border-t border-line pt-3">
              {order.courier}
              {order.tracking_number && ', '}
              <span className="font-semibold figures">{order.tracking_number}</span>
            </p>
          )}
        </Card>
        <Timeline order={order} />
      </div>
      <div className="grid grid-cols-1 gap-4">
        <Customer order={order} />
        <Money order={order}>
          <OrderPayments {...order} />
        </Money>
        <Papers order={order} print={(paper) => print(paper, [order.id])} />
        <OrderNotes id={order.id} />
      </div>
    </Screen>
  )
}

const OF_ONE: readonly Paper[] = ['packing_slip', 'label', 'invoice', 'credit_note']

function Papers({ order, print }: { order: StaffOrder; print: (paper: Paper) => unknown }) {
  const may = useMay()
  const open = useDialog()
  const has = (isWanted: (kind: string) => boolean) =>
    order.documents.some(({ kind, voided_at }) => isWanted(kind) && !voided_at)
  const hasInvoice = has((kind) => kind !== 'credit_note')
  const isWritten = (paper: Paper): boolean =>
    paper === 'credit_note' ? has((kind) => kind === paper) : paper === 'invoice' && hasInvoice
  const isOffered = (paper: Paper): boolean =>
    isWritten(paper) || (paper !== 'credit_note' && isSold(order.status))
  const papers = OF_ONE.filter((paper) => may(staffOrders[paper].permission) && isOffered(paper))
  if (papers.length + order.documents.length === 0) return null
  const askOrPrint = (paper: Paper) => {
    if (paper !== 'invoice' || hasInvoice) return print(paper)
    return open((close) => (
      <Dialog
        onClose={close}
        title="Write the invoice now?"
        text="It gets its number and today’s date, and keeps both. Shipping the order writes it too."
        cancel="Not now"
        footer={<Button onClick={() => [close(), print(paper)]}>Write Invoice</Button>}
      />
    ))
  }
  return (
    <Card title="Papers">
      <div className="flex flex-wrap gap-2">
        {papers.map((paper) => (
          <Button key={paper} icon={FileText} variant="outline" size="sm" onClick={() => askOrPrint(paper)}>
            {PAPERS[paper]}
          </Button>
        ))}
      </div>
      {order.documents.length > 0 && (
        <ul className="mt-3 grid gap-1 text-sm text-ink-soft figures">
          {order.documents.map(({ kind, number, issued_at, voided_at }) => (
            <li key={number} className={voided_at ? 'line-through' : undefined}>
              {number}, {kind.replaceAll('_', ' ')}, {shortMoment(issued_at)}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function OrderNotes({ id }: { id: number }) {
  const may = useMay()
  const { run } = useActs()
  const order = String(id)
  const { data = [] } = useQuery(actQuery(staffOrders.notes, { order }))
  const add = (text: string) => run(staffOrders.note, { order, text }, () => 'Noted.')
  return <NotesCard notes={data} add={may(staffOrders.note.permission) ? add : undefined} />
}
