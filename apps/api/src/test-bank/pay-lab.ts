/** Every way a payment can end, by a button of the bank's page or by a magic UPI id. */
import {
  type CallbackPlan,
  type LabOutcome,
  type PayLab,
  type ScheduledCallback,
  sendOnce,
} from './test-bank.ts'
import type { PaymentEvent } from '../adapters/payment-provider.ts'

/** How long after the time to pay `expired` sends its callback, in seconds: the order has expired by then. */
const AFTER_EXPIRY = 10
const LATE_DEFAULT = 30

const callback = (event: PaymentEvent, delay = 0): ScheduledCallback => ({ event, delay, forged: false })
const CLOSED = {
  title: 'The window was closed',
  text: 'The payer closed the window. The bank sends no callback.',
}
const PAID_WITHOUT_RETURN = {
  title: 'Payment received',
  text: 'The shop has its callback. The browser has not gone back yet.',
}

const outcome = (plan: CallbackPlan, changes: Partial<LabOutcome> = {}): LabOutcome => ({
  state: 'COMPLETED',
  plan,
  returns: 'success',
  message: CLOSED,
  ...changes,
})

/** `PENDING` immediately, `COMPLETED` after `seconds`. */
const late =
  (seconds: number): CallbackPlan =>
  (event) => [
    callback({ ...event, event_id: `${event.event_id}_PENDING`, state: 'PENDING' }),
    callback(event, seconds),
  ]

interface Case {
  id: string
  label: string
  outcome: (secondsLeft: number) => LabOutcome
}

/** The magic UPI ids without `@lab`; `late30` takes any number of seconds. */
export const CASES: readonly Case[] = [
  { id: 'success', label: 'Success', outcome: () => outcome(sendOnce) },
  { id: 'fail', label: 'Decline', outcome: () => outcome(sendOnce, { state: 'FAILED', returns: 'failed' }) },
  { id: 'close', label: 'Window closed', outcome: () => outcome(() => [], { returns: null }) },
  { id: `late${LATE_DEFAULT}`, label: 'Pending, then success after 30 s', outcome: () => outcome(late(30)) },
  {
    id: 'twice',
    label: 'Callback sent twice',
    outcome: () => outcome((event) => [callback(event), callback(event)]),
  },
  {
    id: 'before',
    label: 'Callback before the return',
    outcome: () => outcome(sendOnce, { returns: null, message: PAID_WITHOUT_RETURN }),
  },
  {
    id: 'expired',
    label: 'Callback after expiry',
    outcome: (left) => outcome((event) => [callback(event, Math.max(left, 0) + AFTER_EXPIRY)]),
  },
  {
    id: 'wrongamount',
    label: 'Wrong amount',
    outcome: () => outcome((event) => [callback({ ...event, amount: event.amount - 100 })]),
  },
  {
    id: 'badsign',
    label: 'Bad signature',
    outcome: () => outcome((event) => [{ ...callback(event), forged: true }]),
  },
  { id: 'never', label: 'No callback', outcome: () => outcome(() => []) },
]

const LATE = /^late(\d{1,5})$/

/** Given to the test bank by the QA tools. */
export const payLab: PayLab = {
  choices: CASES.map(({ id, label }) => ({ id, label })),
  outcomeOf(name, secondsLeft) {
    const id = name.trim().toLowerCase().replace(/@lab$/, '')
    const seconds = LATE.exec(id)?.[1]
    if (seconds !== undefined) return outcome(late(Number(seconds)))
    return CASES.find((candidate) => candidate.id === id)?.outcome(secondsLeft) ?? null
  },
}
