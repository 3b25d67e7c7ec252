import { cx } from '@haat/ui/cx'
import { useId } from 'react'
import { Button } from '@haat/ui/button'
import { Stepper } from '../../ui/stepper.tsx'

/** Pieces more or fewer; or what somebody counted, and the stock that was shown then. */
export type StockChange = { by: number } | { counted: string; was: number }

/** Whether what was counted cannot be saved. */
export const isMistyped = (change: StockChange): boolean =>
  'counted' in change && !/^\d{1,8}$/.test(change.counted.trim())

/** `set` and `was` of a bulk change: a count only takes the place of the stock that was shown. */
export const stockInput = (change: StockChange) =>
  'counted' in change
    ? { set: { stock: change.counted.trim() }, was: { stock: String(change.was) } }
    : { set: { stock: change.by > 0 ? `+${change.by}` : String(change.by) } }

interface StockStepperProps {
  name: string
  stock: number
  change: StockChange | undefined
  onChange: (change: StockChange | undefined) => void
}

/** A count with fewer and more; what is typed is the new count. */
export function StockStepper({ name, stock, change, onChange }: StockStepperProps) {
  const id = useId()
  const typed = change && 'counted' in change ? change : undefined
  const isWrong = typed !== undefined && isMistyped(typed)
  const isOld = typed !== undefined && !isWrong && typed.was !== stock && Number(typed.counted) !== stock
  const count = typed && !isWrong ? Number(typed.counted) : stock + (change && 'by' in change ? change.by : 0)
  const type = (counted: string, was = typed?.was ?? stock): void =>
    onChange(counted === String(stock) ? undefined : { counted, was })
  const step = (next: number): void => {
    if (typed) type(String(next))
    else onChange(next === stock ? undefined : { by: next - stock })
  }
  return (
    <div className="grid justify-items-end gap-1 py-1">
      <Stepper name={name} value={count} onChange={step}>
        <input
          aria-label={`Stock of ${name}`}
          aria-invalid={isWrong || isOld || undefined}
          aria-describedby={isWrong || isOld ? id : undefined}
          inputMode="numeric"
          value={typed?.counted ?? count}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => type(target.value)}
          className={cx(
            'h-11 w-16 rounded-md border text-center text-base font-semibold figures',
            isWrong || isOld
              ? 'border-brick bg-card'
              : change
                ? 'border-marigold bg-marigold-tint text-ink'
                : 'border-line-strong bg-card',
          )}
        />
      </Stepper>
      {(isWrong || isOld) && (
        <p id={id} role="alert" className="max-w-56 text-right text-sm font-medium text-brick">
          {isWrong
            ? 'Please enter a whole number, 0 or more.'
            : `Somebody has made it ${stock}; it was ${typed.was} when you typed ${count}.`}
        </p>
      )}
      {isOld && (
        <span className="flex gap-2">
          <Button variant="outline" size="sm" onClick={() => onChange(undefined)}>
            Keep {stock}
          </Button>
          <Button variant="outline" size="sm" onClick={() => type(String(count), stock)}>
            Make it {count}
          </Button>
        </span>
      )}
    </div>
  )
}
