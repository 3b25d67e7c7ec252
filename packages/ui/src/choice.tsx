import { type ComponentProps, type ReactNode, use, useId } from 'react'
import { cx } from './cx.ts'
import { TextsContext } from './texts.tsx'

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
        'inline-flex min-h-11 items-center gap-3 leading-snug',
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

const ROW_WITH_COUNT = 'py-1 pointer-fine:min-h-9 has-disabled:cursor-not-allowed has-disabled:text-ink-soft'

const countedBy = (id: string, count: number | undefined, checked = false) => ({
  ...(count !== undefined && { 'aria-describedby': id, disabled: count === 0 && !checked }),
})

/** Beside its choice. Screen readers read it as the choice's description, not as part of its name. */
function Count({ id, count }: { id: string; count: number | undefined }) {
  const { products } = use(TextsContext)
  if (count === undefined) return null
  return (
    <span aria-hidden className="ml-auto pl-2 text-sm text-ink-soft tabular-nums">
      {count.toLocaleString('en-IN')}
      <span hidden id={id}>
        {products(count)}
      </span>
    </span>
  )
}

export interface RadioOption<Value extends string> {
  value: Value
  label: ReactNode
  /** Below the label, and no part of it. */
  note?: ReactNode
  /** How many products the option shows. Without any it cannot be selected. */
  count?: number
  /** Its label says why. */
  disabled?: boolean
}

interface RadioGroupProps<Value extends string> {
  legend: ReactNode
  options: readonly RadioOption<Value>[]
  /** Null when nothing is selected. */
  value: Value | null
  /** In the address that the form around it leads to without JavaScript. */
  name?: string
  onChange: (value: Value) => void
  /** `cards` frames each option and hides the legend, `list` is a plain column. */
  look?: keyof typeof RADIO_LOOKS
  /** Nothing was chosen where something has to be. */
  isInvalid?: boolean
}

const RADIO_LOOKS = {
  list: {
    group: undefined,
    legend: 'mb-1 text-sm font-semibold',
    option: 'flex min-h-11 items-center gap-3 py-1 leading-snug pointer-fine:min-h-9',
    selected: '',
    other: '',
  },
  cards: {
    group: 'grid gap-3',
    legend: 'sr-only',
    option: 'flex gap-3 p-4',
    selected: 'rounded-md border border-peacock bg-peacock-tint transition-colors',
    other: 'rounded-md border border-line bg-card transition-colors hover:border-line-strong',
  },
}

/** Native radio buttons, one of which is selected. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, options, value, onChange, look = 'list', isInvalid } = props
  const ownName = useId()
  const classes = RADIO_LOOKS[look]
  return (
    <fieldset
      className={classes.group}
      {...(isInvalid !== undefined && { role: 'radiogroup', 'aria-invalid': isInvalid })}
    >
      <legend className={classes.legend}>{legend}</legend>
      {options.map((option) => {
        const checked = value === option.value
        const countId = `${ownName}${option.value}`
        return (
          <div
            key={option.value}
            className={cx(checked ? classes.selected : classes.other, isInvalid && 'border-brick!')}
          >
            <label
              className={cx(
                classes.option,
                (option.count !== undefined || option.disabled) && ROW_WITH_COUNT,
              )}
            >
              <input
                type="radio"
                name={props.name ?? ownName}
                value={option.value}
                checked={checked}
                disabled={option.disabled}
                {...countedBy(countId, option.count, checked)}
                onChange={() => onChange(option.value)}
                className="size-5 shrink-0 cursor-pointer accent-peacock disabled:cursor-not-allowed"
              />
              <span className="min-w-0">{option.label}</span>
              <Count id={countId} count={option.count} />
            </label>
            {option.note && <div className="px-4 pb-4 sm:pl-12">{option.note}</div>}
          </div>
        )
      })}
    </fieldset>
  )
}
