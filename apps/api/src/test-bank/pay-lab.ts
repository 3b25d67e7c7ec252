/** Every way a payment can go wrong, by a button of the bank's page or by a magic UPI id. */
import type { Ending, Notice, PayLab, Plan } from './test-bank.ts'
import type { PaymentEvent } from '../features/payments/provider.ts'

/** How long after the time to pay `expired` sends its message, in seconds: the hold has been swept by then. */
const AFTER_EXPIRY = 10
const LATE_DEFAULT = 30

const tell = (event: PaymentEvent, after = 0): Notice => ({ event, after, forged: false })
const once: Plan = (event) => [tell(event)]
const STAYED = {
  title: 'The window was closed',
  text: 'The payer closed the window. The shop has not been told anything.',
}
const PAID_AND_STAYED = {
  title: 'Payment received',
  text: 'The shop has been told. The browser has not gone back yet.',
}

const ending = (plan: Plan, changes: Partial<Ending> = {}): Ending => ({
  state: 'COMPLETED',
  plan,
  returns: 'success',
  said: STAYED,
  ...changes,
})

/** First that it is pending, then that it succeeded. */
const late =
  (seconds: number): Plan =>
  (event) => [
    tell({ ...event, event_id: `${event.event_id}_PENDING`, state: 'PENDING' }),
    tell(event, seconds),
  ]

interface Case {
  id: string
  label: string
  ending: (secondsLeft: number) => Ending
}

/** What the magic UPI ids mean; `late30@lab` takes any number of seconds. */
export const CASES: readonly Case[] = [
  { id: 'success', label: 'Success', ending: () => ending(once) },
  { id: 'fail', label: 'Decline', ending: () => ending(once, { state: 'FAILED', returns: 'failed' }) },
  { id: 'close', label: 'Window closed', ending: () => ending(() => [], { returns: null }) },
  { id: `late${LATE_DEFAULT}`, label: 'Pending, then success after 30 s', ending: () => ending(late(30)) },
  { id: 'twice', label: 'Told twice', ending: () => ending((event) => [tell(event), tell(event)]) },
  {
    id: 'before',
    label: 'Told before the return',
    ending: () => ending(once, { returns: null, said: PAID_AND_STAYED }),
  },
  {
    id: 'expired',
    label: 'Told after expiry',
    ending: (left) => ending((event) => [tell(event, Math.max(left, 0) + AFTER_EXPIRY)]),
  },
  {
    id: 'wrongamount',
    label: 'Wrong amount',
    ending: () => ending((event) => [tell({ ...event, amount: event.amount - 100 })]),
  },
  {
    id: 'badsign',
    label: 'Bad signature',
    ending: () => ending((event) => [{ ...tell(event), forged: true }]),
  },
  { id: 'never', label: 'Never told', ending: () => ending(() => []) },
]

const LATE = /^late(\d{1,5})$/

/** The lab that the test bank uses while the QA tools are on. */
export const payLab: PayLab = {
  choices: CASES.map(({ id, label }) => ({ id, label })),
  endingOf(name, secondsLeft) {
    const id = name.trim().toLowerCase().replace(/@lab$/, '')
    const seconds = LATE.exec(id)?.[1]
    if (seconds !== undefined) return ending(late(Number(seconds)))
    return CASES.find((known) => known.id === id)?.ending(secondsLeft) ?? null
  },
}
