/** Every way a payment can end, by a button of the bank's page or by a magic UPI id. */
import {
  type BankEvent,
  type CallbackPlan,
  type LabOutcome,
  type ScheduledCallback,
  sendOnce,
} from './test-bank.ts'

/** How long after the time to pay `expired` sends its callback, in seconds: the order has expired by then. */
const AFTER_EXPIRY = 10

const callback = (event: BankEvent, delay = 0): ScheduledCallback => ({ event, delay, forged: false })

/** `PENDING` immediately, `COMPLETED` after `seconds`. */
const late =
  (seconds: number): CallbackPlan =>
  (event) => [
    callback({ ...event, event_id: `${event.event_id}_PENDING`, state: 'PENDING' }),
    callback(event, seconds),
  ]

const USUAL: LabOutcome = {
  state: 'COMPLETED',
  plan: sendOnce,
  returns: 'success',
  message: {
    title: 'The window was closed',
    text: 'The payer closed the window. The bank sends no callback.',
  },
}

/** The magic UPI ids without `@lab`, and how they differ from a usual payment; `late30` takes any number of seconds. */
export const CASES: readonly ({ id: string; label: string } & Partial<LabOutcome>)[] = [
  { id: 'success', label: 'Success' },
  { id: 'fail', label: 'Decline', state: 'FAILED', returns: 'failed' },
  { id: 'close', label: 'Window closed', plan: () => [], returns: null },
  { id: 'late30', label: 'Pending, then success after 30 s', plan: late(30) },
  { id: 'twice', label: 'Callback sent twice', plan: (event) => [callback(event), callback(event)] },
  {
    id: 'before',
    label: 'Callback before the return',
    returns: null,
    message: {
      title: 'Payment received',
      text: 'The shop has its callback. The browser has not gone back yet.',
    },
  },
  {
    id: 'expired',
    label: 'Callback after expiry',
    plan: (event, secondsLeft) => [callback(event, Math.max(secondsLeft, 0) + AFTER_EXPIRY)],
  },
  {
    id: 'wrongamount',
    label: 'Wrong amount',
    plan: (event) => [callback({ ...event, amount: event.amount - 100 })],
  },
  { id: 'badsign', label: 'Bad signature', plan: (event) => [{ ...callback(event), forged: true }] },
  { id: 'never', label: 'No callback', plan: () => [] },
]

/** The outcome that a choice or a UPI id names, or null. */
export function outcomeOf(name: string): LabOutcome | null {
  const id = name.trim().toLowerCase().replace(/@lab$/, '')
  const seconds = /^late(\d{1,5})$/.exec(id)?.[1]
  if (seconds !== undefined) return { ...USUAL, plan: late(Number(seconds)) }
  const found = CASES.find((candidate) => candidate.id === id)
  return found ? { ...USUAL, ...found } : null
}
