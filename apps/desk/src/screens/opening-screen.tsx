import { staffOpening } from '@haat/contract/staff/opening'
import { Button, buttonClass } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { Notice } from '@haat/ui/feedback'
import { ChevronRight, Circle, CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { call, type CallReply } from '../api/client.ts'
import { actQuery } from '../api/queries.ts'
import { orToast } from '../api/use-attempt.ts'
import { useAsk } from '../form/act-form.tsx'
import { count, shortMoment } from '../lib/format.ts'
import { useScreen } from '../shell/fallbacks.tsx'
import { STEPS } from '../shell/opening-steps.ts'
import { Screen } from '../shell/screen-head.tsx'
import { Card } from '../ui/card.tsx'
import { QrCode } from '../ui/qr-code.tsx'

/** The first hour of a new shop. A step is done when the data say so. */
export function OpeningScreen() {
  const { data, instead } = useScreen(actQuery(staffOpening.show, {}))
  if (!data) return instead
  const { steps, is_open, address } = data
  const done = steps.filter((step) => step.done).length
  return (
    <Screen
      title={is_open ? 'Your shop is open' : 'Open your shop'}
      text={`${done} of ${steps.length} done`}
      className="grid grid-cols-1 gap-4 py-3 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start"
    >
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
        <OpenCard isOpen={is_open} steps={steps} />
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
    </Screen>
  )
}

type Steps = CallReply<typeof staffOpening.show>['steps']

/** Opens the shop, and closes it again, once somebody has read what follows. */
function OpenCard({ isOpen, steps }: { isOpen: boolean; steps: Steps }) {
  const ask = useAsk()
  const missing = steps.filter((step) => !step.done)
  const left = missing.filter((step) => step.required).length
  const decide = () =>
    ask({
      act: isOpen ? staffOpening.close : staffOpening.open,
      title: isOpen ? 'Close the shop again?' : 'Open the shop?',
      text: isOpen
        ? 'Visitors read that it opens soon. Once customers have ordered, close it for holidays instead.'
        : 'Customers can then sign up and order. Test orders are cancelled, and their goods put back.',
      button: isOpen ? 'Close the shop' : 'Open it',
      fields: {},
      preview: () =>
        !isOpen &&
        missing.length > 0 && (
          <Notice tone="wait">
            Not done yet:
            <ul className="list-disc pl-5">
              {missing.map(({ id }) => (
                <li key={id}>
                  {id === 'texts' ? `${STEPS.texts.title}, with the privacy policy` : STEPS[id].title}
                </li>
              ))}
            </ul>
          </Notice>
        ),
      done: () => (isOpen ? 'The shop is closed again.' : 'The shop is open.'),
    })
  return (
    <Card title={isOpen ? 'Open' : 'Not open yet'}>
      <p className="text-sm text-ink-soft">
        {isOpen
          ? 'Customers can sign up and order.'
          : `Visitors read that the shop opens soon; you see it, because you are logged in. ${
              left === 0
                ? 'Everything that an order and the law need is there.'
                : `${count(left, 'step')} to go before it can open.`
            }`}
      </p>
      <Button
        variant={isOpen ? 'outline' : 'accent'}
        className="mt-4 w-full"
        disabled={!isOpen && left > 0}
        onClick={decide}
      >
        {isOpen ? 'Close the shop again' : 'Open the shop'}
      </Button>
    </Card>
  )
}

/** A link for a phone, with which somebody orders as a customer would. */
function TestOrder() {
  const element = useRef<HTMLDivElement>(null)
  const { hash, key } = useLocation()
  // Its step in the list leads here.
  useEffect(() => {
    if (hash) element.current?.scrollIntoView({ block: 'center' })
  }, [hash, key])
  const [made, setMade] = useState<CallReply<typeof staffOpening.preview>>()
  const make = () => orToast(async () => setMade(await call(staffOpening.preview, {})))
  return (
    <div ref={element}>
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
          What is ordered before the opening is a test. It can be packed but not shipped, so it takes no
          invoice number. Opening the shop cancels it and puts the goods back.
        </p>
        <Button variant="outline" className="mt-4 w-full" onClick={make}>
          {made ? 'Make another code' : 'Show a code for the phone'}
        </Button>
      </Card>
    </div>
  )
}
