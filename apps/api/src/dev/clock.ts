/** `/dev/clock` sets, advances and freezes the shop's clock. Work that falls due is done before the reply. */
import * as z from 'zod/mini'
import { applyDeals } from '../features/catalog/listing-columns.store.ts'
import { wakeOutbox } from '../features/mail/outbox.ts'
import { checkPayments, expireUnpaidOrders } from '../features/orders/check-payments.ts'
import { sendRefunds } from '../features/orders/send-refunds.ts'
import { findTestBank } from '../test-bank/test-bank.ts'
import { badRequest } from '../http/failure.ts'
import { notEmpty, tool, type Tools } from './tools.ts'

/** Both engines and every browser agree on dates in these years. */
const [EARLIEST, LATEST] = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)]
const DECADE = 315_576_000
/** At most ten years, back or forth. */
export const Seconds = z.number().check(z.minimum(-DECADE), z.maximum(DECADE))

export const ClockChange = notEmpty(
  z.strictObject({
    set: z.optional(z.iso.datetime({ offset: true })),
    /** Seconds; negative moves back. */
    advance: z.optional(Seconds),
    freeze: z.optional(z.boolean()),
    reset: z.optional(z.literal(true)),
  }),
  'set, advance, freeze or reset',
)
export type ClockChange = z.output<typeof ClockChange>

export function registerClock(tools: Tools): void {
  const { app, clock } = tools
  tool(app, 'GET /dev/clock', {}, async () => clockState(tools))
  tool(app, 'POST /dev/clock', { body: ClockChange }, async ({ body }) => {
    changeClock(clock, body)
    await runDueWork(tools)
    return clockState(tools)
  })
}

export const clockState = ({ clock }: Pick<Tools, 'clock'>) => {
  const { ahead, frozenAt } = clock.state
  return { now: clock.now().toISOString(), frozen: frozenAt !== null, ahead_seconds: ahead / 1000 }
}

/**
 * Applies the changes in this order: reset, freeze, set, advance, unfreeze.
 *
 * @throws Failure 400 for a time outside 2000–2100, which leaves the clock unchanged
 */
export function changeClock(clock: Tools['clock'], { reset, set, advance, freeze }: ClockChange): void {
  const before = clock.state
  if (reset) clock.reset()
  // Before `set`: a frozen clock is set to the millisecond.
  if (freeze === true) clock.freeze()
  if (set !== undefined) clock.set(new Date(set))
  if (advance !== undefined) clock.advance(advance)
  if (freeze === false) clock.unfreeze()
  const now = clock.now().getTime()
  if (now >= EARLIEST && now < LATEST) return
  clock.restore(before)
  throw badRequest('The clock must be between 2000 and 2100.')
}

/** Expires orders, starts and ends deals, and sends mails and bank callbacks that are due now. */
export async function runDueWork({ shop, catchUp }: Tools): Promise<void> {
  await checkPayments(shop)
  while ((await expireUnpaidOrders(shop)) > 0);
  await sendRefunds(shop)
  await applyDeals(shop.db, shop.now())
  await findTestBank(shop.pay)?.sendDue()
  await catchUp()
  wakeOutbox()
}
