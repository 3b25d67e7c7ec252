/** The test bank's page at `/pay/{transactionId}`, which exists only where payments are simulated. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { PaymentRow } from '../features/payments/payments.store.ts'
import { messagePage, sendPage } from '../pay/document.ts'
import { type FoundPayment, messageAbout, type MessageName, returnUrl } from '../pay/found-payment.ts'
import type { OwnPage } from '../pay/routes.ts'
import type { Context } from '../shop.ts'
import { head, openPage } from './pages.ts'
import { outcomeOf } from './pay-lab.ts'
import {
  type BankEvent,
  createCallbackSender,
  type LabOutcome,
  type SendCallbacks,
  type TestBank,
} from './test-bank.ts'

/** To the shop, a cancelled payment failed as a declined one did. */
const STATES = { pay: 'COMPLETED', decline: 'FAILED', cancel: 'FAILED' } as const
const Form = z.object({
  action: z.optional(z.enum(['pay', 'decline', 'cancel'])),
  amount: z.optional(z.string()),
  /** A choice of the pay lab, by button or by UPI id. */
  lab: z.optional(z.string()),
  upi: z.optional(z.string()),
})

/** The bank's page of a payment. */
export function testBankPage(scope: FastifyInstance, shop: Context, bank: TestBank): OwnPage {
  const sendCallbacks = createCallbackSender(scope, shop, bank)
  return {
    show: (found, reply) =>
      found.state === 'open'
        ? sendPage(reply, 200, found.page, openPage(found.page, bank.hasLab))
        : say(reply, 200, found.state, found),
    complete: (found, form, reply) => completePayment({ shop, bank, sendCallbacks }, found, form, reply),
  }
}

async function completePayment(
  { shop, bank, sendCallbacks }: { shop: Context; bank: TestBank; sendCallbacks: SendCallbacks },
  found: FoundPayment,
  body: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { order, payment, state } = found
  if (state === 'expired' || state === 'ended') return say(reply, 409, state, found)
  if (state !== 'open') return reply.redirect(found.back, 303)
  const form = Form.safeParse(body)
  const { amount = String(payment.amount) } = form.data ?? {}
  if (!form.success || amount !== String(payment.amount)) return say(reply, 400, 'invalid', found, false)
  const outcome = labOutcome(bank, form.data)
  const action = form.data.action ?? (outcome ? 'pay' : null)
  if (action === null) return say(reply, 400, 'invalid', found, false)
  const event = eventOf(payment, outcome?.state ?? STATES[action])
  const secondsLeft = (Number(order.hold_expires_at) - shop.now().getTime()) / 1000
  if (!(await sendCallbacks(event, secondsLeft, outcome?.plan)))
    return say(reply, 503, 'unreachable', found, false)
  const back = returnUrl(shop, order.id, outcome ? outcome.returns !== 'failed' : action === 'pay')
  if (outcome?.returns === null)
    return sendPage(
      reply,
      200,
      found.page,
      messagePage(found.page, outcome.message, back, { page: found.page, ...head() }),
    )
  return reply.redirect(back, 303)
}

/** The outcome that a form asks the pay lab for; null for an ordinary payment, and without a lab. */
const labOutcome = (
  { hasLab }: TestBank,
  { action = 'pay', lab = '', upi = '' }: z.output<typeof Form>,
): LabOutcome | null => (hasLab && action === 'pay' ? (outcomeOf(lab) ?? outcomeOf(upi)) : null)

/** One event id per payment and state, so that a repeated click repeats the event. */
const eventOf = (payment: PaymentRow, state: BankEvent['state']): BankEvent => ({
  event_id: `${payment.transaction_id}_${state}`,
  merchantOrderId: payment.merchant_order_id,
  transactionId: payment.transaction_id,
  state,
  amount: payment.amount,
})

/** @param isAbout whether the page shows the payment: a form that was changed is about none */
const say = (
  reply: FastifyReply,
  status: number,
  message: MessageName,
  found: FoundPayment,
  isAbout = true,
): FastifyReply => {
  const { page } = found
  const shown = messagePage(page, messageAbout(message, found), found.back, {
    ...head(),
    ...(isAbout && { page }),
  })
  return sendPage(reply, status, page, shown)
}
