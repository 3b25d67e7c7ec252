import { cx } from '@haat/ui/cx'
import { useId } from 'react'
import { Stepper } from '../../ui/stepper.tsx'

/** A count that is not saved yet. */
export interface TypedCount {
  text: string
  /** What the shop had when it was typed. */
  seen: number
}

const LARGEST = 100_000_000

/** Why a count cannot be saved; null where it can. @param stock what the shop has now */
export function countProblem({ text, seen }: TypedCount, stock: number | undefined): string | null {
  if (!/^\d+$/.test(text.trim()) || Number(text) > LARGEST) return 'A whole number, please.'
  return stock === undefined || stock === seen ? null : `It was ${seen}, and is ${stock} now. Type it again.`
}

interface StockStepperProps {
  name: string
  stock: number
  typed: TypedCount | undefined
  onChange: (typed: TypedCount) => void
}

/** A count with fewer and more; what is typed is the new count. */
export function StockStepper({ name, stock, typed, onChange }: StockStepperProps) {
  const problemId = useId()
  const problem = typed ? countProblem(typed, stock) : null
  const isChanged = typed !== undefined && typed.text !== String(stock)
  const set = (text: string) => onChange({ text, seen: stock })
  const count = typed && /^\d+$/.test(typed.text) ? Number(typed.text) : stock
  return (
    <span className="grid justify-items-end">
      <Stepper name={name} value={count} onChange={(next) => set(String(next))}>
        <input
          aria-label={`Stock of ${name}`}
          inputMode="numeric"
          value={typed?.text ?? stock}
          aria-invalid={problem !== null}
          aria-describedby={problem ? problemId : undefined}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => set(target.value)}
          className={cx(
            'h-11 w-16 rounded-md border text-center text-base font-semibold figures',
            problem
              ? 'border-brick bg-brick-tint'
              : isChanged
                ? 'border-marigold bg-marigold-tint text-ink'
                : 'border-line-strong bg-card',
          )}
        />
      </Stepper>
      {problem && (
        <span id={problemId} role="alert" className="max-w-44 py-1 text-right text-sm font-medium text-brick">
          {problem}
        </span>
      )}
    </span>
  )
}
