import type { Order } from '@haat/contract/orders'
import type { LucideIcon } from 'lucide-react'
import { Check, Hourglass, X } from 'lucide-react'
import { cx } from '../../lib/cx.ts'
import { longDate } from '../../lib/format.ts'
import type { TimelineStep } from './order-words.ts'
import { timelineOf } from './order-words.ts'

const MARKS: Record<TimelineStep['kind'], { box: string; icon: LucideIcon | null }> = {
  done: { box: 'border-peacock bg-peacock text-paper', icon: Check },
  wait: { box: 'border-marigold bg-marigold text-ink', icon: Hourglass },
  bad: { box: 'border-brick bg-brick text-paper', icon: X },
  coming: { box: 'border-line-strong bg-card', icon: null },
}

/** What has happened to an order, and what is to come. */
export function OrderTimeline({ order }: { order: Order }) {
  const steps = timelineOf(order)
  return (
    <ol aria-label="Progress of your order">
      {steps.map((step, index) => (
        <Entry
          key={step.key}
          step={step}
          isLast={index === steps.length - 1}
          nextIsPast={steps[index + 1]?.at !== null}
        />
      ))}
    </ol>
  )
}

function Entry({ step, isLast, nextIsPast }: { step: TimelineStep; isLast: boolean; nextIsPast: boolean }) {
  const past = step.at !== null
  const { box, icon: Icon } = MARKS[step.kind]
  return (
    <li className={cx('relative flex gap-4', !isLast && 'pb-5', !past && 'text-ink-soft')}>
      {!isLast && (
        <span
          aria-hidden
          className={cx(
            'absolute top-7 bottom-0 left-3.25 w-0.5',
            past && nextIsPast ? 'bg-peacock' : 'bg-line',
          )}
        />
      )}
      <span
        aria-hidden
        className={cx('flex size-7 shrink-0 items-center justify-center rounded-full border-2', box)}
      >
        {Icon && <Icon className="size-4" strokeWidth={3} />}
      </span>
      <div className="min-w-0 pt-0.5">
        <p className="font-semibold">
          {step.title}
          {!past && <span className="sr-only"> (still to come)</span>}
        </p>
        {step.note && <p className="text-sm">{step.note}</p>}
        {step.at && (
          <time dateTime={step.at.toISOString()} className="text-sm text-ink-soft">
            {longDate(step.at)}
          </time>
        )}
      </div>
    </li>
  )
}
