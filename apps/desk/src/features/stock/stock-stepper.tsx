import { cx } from '@haat/ui/cx'
import { Stepper } from '../../ui/stepper.tsx'

interface StockStepperProps {
  name: string
  stock: number
  /** What is to be added to it. */
  change: number
  onChange: (change: number) => void
}

/** A count with fewer and more; what is typed is the new count. */
export function StockStepper({ name, stock, change, onChange }: StockStepperProps) {
  const count = stock + change
  return (
    <Stepper name={name} value={count} onChange={(next) => onChange(next - stock)}>
      <input
        aria-label={`Stock of ${name}`}
        inputMode="numeric"
        value={count}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => {
          const typed = Number(target.value.replaceAll(/\D/g, ''))
          onChange(Math.min(typed, 100_000_000) - stock)
        }}
        className={cx(
          'h-11 w-16 rounded-md border text-center text-base font-semibold figures',
          change === 0 ? 'border-line-strong bg-card' : 'border-marigold bg-marigold-tint text-ink',
        )}
      />
    </Stepper>
  )
}
