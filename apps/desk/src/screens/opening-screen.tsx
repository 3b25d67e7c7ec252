import { OPENING_STEPS, staffOpening } from '@haat/contract/staff/opening'
import { Button, buttonClass } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { Notice } from '@haat/ui/feedback'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Circle, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { call, type CallReply, messageOf } from '../api/client.ts'
import { actQuery } from '../api/queries.ts'
import { useActs } from '../api/use-act.ts'
import { count, shortMoment } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { ScreenFailed } from '../shell/fallbacks.tsx'
import { ScreenHead } from '../shell/screen-head.tsx'
import { Card } from '../ui/card.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { toast } from '../ui/toast.ts'

type StepId = (typeof OPENING_STEPS)[number]

const STEPS: Record<StepId, { title: string; text: string; path: string }> = {
  name: {
    title: 'Name of the shop',
    text: 'It is on every page and mail; its look is under Settings, Brand.',
    path: paths.settingGroup('shop'),
  },
  seller: {
    title: 'Seller and complaints',
    text: 'Legal name, address, state, and who answers complaints: invoices and the law need them.',
    path: paths.settingGroup('seller'),
  },
  contact: {
    title: 'How customers reach you',
    text: 'An e-mail address, and a phone number if you like.',
    path: paths.settingGroup('shop'),
  },
  payment: {
    title: 'A way to pay',
    text: 'Cash on delivery works from the first day.',
    path: paths.settingGroup('payments'),
  },
  delivery: {
    title: 'Delivery charge and places',
    text: 'Proposed: ₹49, free above ₹999, all of India.',
    path: paths.settingGroup('delivery'),
  },
  products: {
    title: 'Products',
    text: 'Photograph the first, or import a file of your old shop. Categories are made on the way.',
    path: paths.products(),
  },
  mail: {
    title: 'Codes by mail, or none',
    text: 'A first order needs a code by mail, and no mail is sent. Let whoever runs your server set up mail, or say here that customers need not verify.',
    path: paths.settingGroup('limits'),
  },
  texts: {
    title: 'Your texts',
    text: 'Privacy, terms and returns come pre-written. Read them.',
    path: paths.pages,
  },
  second_factor: {
    title: 'A second factor for your login',
    text: 'Six digits from your phone keep others out.',
    path: paths.account,
  },
}

/** The first hour of a new shop. A step is done when the data say so. */
export function OpeningScreen() {
  const { data, error, refetch } = useQuery(actQuery(staffOpening.show, {}))
  const { run } = useActs()
  if (error) return <ScreenFailed error={error} onRetry={refetch} />
  if (!data) return <ScreenHead title="Open your shop" />
  const { steps, is_open, address } = data
  const done = steps.filter((step) => step.done).length
  const left = steps.filter((step) => step.required && !step.done).length
  return (
    <>
      <ScreenHead
        title={is_open ? 'Your shop is open' : 'Open your shop'}
        text={`${done} of ${steps.length} done`}
      />
      <div className="desk-margin grid grid-cols-1 gap-4 py-3 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <ol className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-card">
          {steps.map(({ id, done: isDone, required, count: amount }) => (
            <li key={id}>
              <Link
                to={STEPS[id].path}
                className="flex min-h-16 items-center gap-3 px-4 py-3 hover:bg-paper sm:px-5"
              >
                {isDone ? (
                  <CircleCheck aria-label="Done" className="size-6 shrink-0 text-leaf" />
                ) : (
                  <Circle aria-label="To do" className="size-6 shrink-0 text-line-strong" />
                )}
                <span className="min-w-0 flex-1">
                  <span className={cx('block font-semibold', isDone && 'text-ink-soft')}>
                    {STEPS[id].title}
                    {amount !== undefined && amount > 0 && ` · ${count(amount, 'on sale', 'on sale')}`}
                  </span>
                  {!isDone && <span className="block text-sm text-ink-soft">{STEPS[id].text}</span>}
                  {required && !isDone && (
                    <span className="block text-xs font-bold text-brick">Needed to open</span>
                  )}
                </span>
                <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-soft" />
              </Link>
            </li>
          ))}
        </ol>
        <div className="grid gap-4">
          {is_open ? (
            <Notice>Customers can sign up and order.</Notice>
          ) : (
            <Card title="Not open yet">
              <p className="text-sm text-ink-soft">
                Visitors read that the shop opens soon; you see it, because you are logged in.{' '}
                {left === 0
                  ? 'Everything that an order and the law need is there.'
                  : `${count(left, 'step')} to go before it can open.`}
              </p>
              <Button
                variant="accent"
                className="mt-4 w-full"
                disabled={left > 0}
                onClick={() => run(staffOpening.open, {}, () => 'The shop is open.')}
              >
                Open the shop
              </Button>
            </Card>
          )}
          {!is_open && <TestOrder />}
          <Card title={is_open ? 'Look at it on your phone' : 'Look at it'}>
            {is_open && <QrCode text={address} />}
            <a
              href={address}
              target="_blank"
              rel="noreferrer"
              className={cx(buttonClass('outline'), 'mt-3 w-full')}
            >
              Open {new URL(address).host}
            </a>
          </Card>
        </div>
      </div>
    </>
  )
}

/** A link for a phone, with which somebody orders as a customer would. */
function TestOrder() {
  const [made, setMade] = useState<CallReply<typeof staffOpening.preview>>()
  const make = async () => {
    try {
      setMade(await call(staffOpening.preview, {}))
    } catch (error) {
      toast('error', messageOf(error))
    }
  }
  return (
    <Card title="Order something yourself">
      {made && (
        <>
          <QrCode text={made.link} />
          <p className="my-3 text-sm">
            Scan it with a phone: until {shortMoment(made.until)} it sees the shop and can order.
          </p>
        </>
      )}
      <p className="text-sm text-ink-soft">
        What is ordered before the opening is a test. It can be packed but not shipped, so it takes no invoice
        number. Opening the shop cancels it and puts the goods back.
      </p>
      <Button variant="outline" className="mt-4 w-full" onClick={make}>
        {made ? 'Make another code' : 'Show a code for the phone'}
      </Button>
    </Card>
  )
}
