import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { cx } from '../lib/cx.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  labelHidden?: boolean
}

/** A checkbox whose label is part of its 44-pixel target. */
export function Checkbox({ label, labelHidden, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={cx(
        'inline-flex min-h-11 items-center gap-3',
        labelHidden && 'min-w-11 justify-center',
        className,
      )}
    >
      <input type="checkbox" {...rest} className="size-5 shrink-0 cursor-pointer accent-peacock" />
      <span className={labelHidden ? 'sr-only' : undefined}>{label}</span>
    </label>
  )
}

export interface RadioOption<Value extends string> {
  value: Value
  label: ReactNode
  /** A second line under the label. */
  note?: ReactNode
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
            look === 'list' && 'items-center',
            look === 'cards' && 'rounded-md border bg-card p-4',
            look === 'cards' &&
              (value === option.value ? 'border-peacock' : 'border-line hover:border-line-strong'),
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className={cx('size-5 shrink-0 cursor-pointer accent-peacock', look === 'cards' && 'mt-0.5')}
          />
          <span className="min-w-0">
            {option.label}
            {option.note && <span className="block text-sm text-ink-soft">{option.note}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
