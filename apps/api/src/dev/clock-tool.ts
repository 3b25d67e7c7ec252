/** `/dev/clock`: the shop's time is set, moved, stopped. What falls due by a move happens before the reply. */
import * as z from 'zod/mini'
import { applyDeals } from '../features/catalog/listing-columns.store.ts'
import { wakeOutbox } from '../features/mail/outbox.ts'
import { expireHolds } from '../features/orders/expire-holds.ts'
import { isTestBank } from '../test-bank/test-bank.ts'
import { badRequest } from '../http/failure.ts'
import { tool, type Tools } from './tools.ts'

/** The years in which both engines and every browser agree what a date is. */
const [EARLIEST, LATEST] = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)]
const DECADE = 315_576_000

export const ClockChange = z.strictObject({
  set: z.optional(z.iso.datetime({ offset: true })),
  /** Seconds; negative goes back. */
  advance: z.optional(z.number().check(z.minimum(-DECADE), z.maximum(DECADE))),
  freeze: z.optional(z.boolean()),
  reset: z.optional(z.literal(true)),
})
export type ClockChange = z.output<typeof ClockChange>

export function registerClock(tools: Tools): void {
  const { app, clock } = tools
  tool(app, { method: 'GET', url: '/dev/clock', handle: async () => shownClock(tools) })
  tool(app, {
    method: 'POST',
    url: '/dev/clock',
    body: ClockChange,
    handle: async ({ body }) => {
      changeClock(clock, body)
      await letTimePass(tools)
      return shownClock(tools)
    },
  })
}

export const shownClock = ({ clock }: Pick<Tools, 'clock'>) => {
  const { ahead, frozenAt } = clock.state
  return { now: clock.now().toISOString(), frozen: frozenAt !== null, ahead_seconds: ahead / 1000 }
}

/**
 * In this order: reset, stop, set, advance, go.
 *
 * @throws Failure 400 for a time outside 2000–2100; the clock then stays as it was
 */
export function changeClock(clock: Tools['clock'], { reset, set, advance, freeze }: ClockChange): void {
  const before = clock.state
  if (reset) clock.reset()
  // A clock that stands is set to the millisecond.
  if (freeze === true) clock.freeze()
  if (set !== undefined) clock.set(new Date(set))
  if (advance !== undefined) clock.advance(advance)
  if (freeze === false) clock.thaw()
  const now = clock.now().getTime()
  if (now >= EARLIEST && now < LATEST) return
  clock.restore(before)
  throw badRequest('The clock goes from 2000 to 2100.')
}

/** Ends holds, starts and ends deals, sends mails and bank notices that are due now. */
export async function letTimePass({ shop, whenTimePasses }: Tools): Promise<void> {
  while ((await expireHolds(shop)) > 0);
  await applyDeals(shop.db, shop.now())
  if (isTestBank(shop.pay)) await shop.pay.sendDue()
  for (const work of whenTimePasses) await work()
  wakeOutbox()
}
