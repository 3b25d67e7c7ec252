import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { cx } from '../lib/cx.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  labelHidden?: boolean
  /** How many products the choice shows. Without any it cannot be selected. */
  count?: number
}

/** A checkbox whose label is part of its 44-pixel target. */
export function Checkbox({ label, labelHidden, count, className, ...rest }: CheckboxProps) {
  const countId = useId()
  return (
    <label
      className={cx(
        'inline-flex min-h-11 items-center gap-3',
        labelHidden && 'min-w-11 justify-center',
        count !== undefined && ROW_WITH_COUNT,
        className,
      )}
    >
      <input
        type="checkbox"
        {...rest}
        {...countedBy(countId, count, rest.checked)}
        className="size-5 shrink-0 cursor-pointer accent-peacock disabled:cursor-not-allowed"
      />
      <span className={labelHidden ? 'sr-only' : 'min-w-0'}>{label}</span>
      <Count id={countId} count={count} />
    </label>
  )
}

const ROW_WITH_COUNT = 'pointer-fine:min-h-9 has-disabled:cursor-not-allowed has-disabled:text-ink-soft'

const countedBy = (id: string, count: number | undefined, checked = false) => ({
  ...(count !== undefined && { 'aria-describedby': id, disabled: count === 0 && !checked }),
})

/** Beside its choice. Screen readers read it as the choice's description, not as part of its name. */
function Count({ id, count }: { id: string; count: number | undefined }) {
  if (count === undefined) return null
  return (
    <span aria-hidden className="ml-auto pl-2 text-sm text-ink-soft tabular-nums">
      {count}
      <span hidden id={id}>
        {count === 1 ? '1 product' : `${count} products`}
      </span>
    </span>
  )
}

export interface RadioOption<Value extends string> {
  value: Value
  label: ReactNode
  /** A second line under the label. */
  note?: ReactNode
  /** How many products the option shows. Without any it cannot be selected. */
  count?: number
}

interface RadioGroupProps<Value extends string> {
  legend: ReactNode
  legendHidden?: boolean
  options: readonly RadioOption<Value>[]
  /** Null when nothing is selected. */
  value: Value | null
  /** In the address that the form around it leads to without JavaScript. */
  name?: string
  onChange: (value: Value) => void
  /** `cards` frames each option, `list` is a plain column. */
  look?: 'list' | 'cards'
}

/** Native radio buttons, one of which is selected. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, legendHidden, options, value, onChange, look = 'list' } = props
  const ownName = useId()
  const name = props.name ?? ownName
  return (
    <fieldset className={look === 'cards' ? 'grid gap-3' : undefined}>
      <legend className={legendHidden ? 'sr-only' : 'mb-1 text-sm font-semibold'}>{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'flex min-h-11 gap-3',
            option.count !== undefined && ROW_WITH_COUNT,
            look === 'list' && 'pointer-fine:min-h-9',
            look === 'list' && 'items-center',
            look === 'cards' && 'rounded-md border p-4 transition-colors',
            look === 'cards' &&
              (value === option.value
                ? 'border-peacock bg-peacock-tint'
                : 'border-line bg-card hover:border-line-strong'),
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            {...countedBy(`${ownName}${option.value}`, option.count, value === option.value)}
            onChange={() => onChange(option.value)}
            className={cx(
              'size-5 shrink-0 cursor-pointer accent-peacock disabled:cursor-not-allowed',
              look === 'cards' && 'mt-0.5',
            )}
          />
          <span className="min-w-0">
            {option.label}
            {option.note && <span className="block text-sm text-ink-soft">{option.note}</span>}
          </span>
          <Count id={`${ownName}${option.value}`} count={option.count} />
        </label>
      ))}
    </fieldset>
  )
}
