import { ChevronDown, CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, use, useId, useState } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './button.tsx'
import { TextsContext } from './texts.tsx'

/** The classes of an input or select. */
export const inputClass = (invalid: boolean): string =>
  cx(
    // Leaves room for the error below a field that is focused, and for its label and a toast above it.
    'block min-h-12 w-full scroll-mt-28 scroll-mb-16 rounded-md border bg-card px-3.5 text-base text-ink placeholder:text-ink-soft',
    'transition-colors duration-150 disabled:bg-paper-deep',
    invalid ? 'border-brick' : 'border-line-strong hover:border-peacock',
  )

/** The attributes that tie an input to its hint and error. */
export const describedBy = (id: string, error?: string, hint?: ReactNode) => ({
  'aria-invalid': error ? (true as const) : undefined,
  'aria-describedby': cx(error && `${id}-error`, hint !== undefined && `${id}-hint`) || undefined,
})

interface FieldTexts {
  label: ReactNode
  error?: string
  hint?: ReactNode
  /** Hides the label visually; screen readers still read it. */
  labelHidden?: boolean
  className?: string
}

/** A label above an input, hint and error below. */
export function Field(props: FieldTexts & { id: string; children: ReactNode }) {
  const { id, label, error, hint, labelHidden, className, children } = props
  return (
    <div className={className}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1 block text-sm font-semibold'}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** An error may appear behind a fixed bar. Not every browser of tests has the function. */
const show = (error: HTMLElement | null): void => error?.scrollIntoView?.({ block: 'nearest' })

/** What is wrong with a field, or with a group of them. */
export const FieldError = ({ id, children }: { id: string; children: string }) => (
  <p ref={show} id={id} role="alert" className="mt-1 flex items-start gap-1.5 text-sm font-medium text-brick">
    <CircleAlert aria-hidden className="mt-0.75 size-4 shrink-0" />
    {children}
  </p>
)

interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'className'> {
  /** What precedes the typed text, for example `+91`. */
  start?: string
  /** Placed inside the input at its end, for example a 44-pixel button. */
  end?: ReactNode
}

/** A one-line text input with label, hint and error. `className` applies to the whole field. */
export function TextField({
  label,
  error,
  hint,
  labelHidden,
  className,
  start,
  end,
  ...rest
}: TextFieldProps) {
  const id = useId()
  return (
    <Field {...{ id, label, error, hint, labelHidden, className }}>
      <div className="relative">
        <input
          type="text"
          {...rest}
          {...describedBy(id, error, hint)}
          id={id}
          className={cx(inputClass(Boolean(error)), start && 'pl-13!', end !== undefined && 'pr-13')}
        />
        <span className="pointer-events-none absolute top-3 left-3.5 text-ink-soft empty:hidden">
          {start}
        </span>
        {end !== undefined && <div className="absolute inset-y-0 right-0.5 flex items-center">{end}</div>}
      </div>
    </Field>
  )
}

/** An input for an e-mail address. */
export function EmailField(props: Omit<TextFieldProps, 'label' | 'type'>) {
  const { email } = use(TextsContext)
  return <TextField label={email} autoComplete="email" maxLength={254} {...props} type="email" />
}

/** A password input with a button that shows and hides the text. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [isVisible, setIsVisible] = useState(false)
  const { hidePassword, showPassword } = use(TextsContext)
  return (
    <TextField
      autoComplete="current-password"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isVisible ? 'text' : 'password'}
      end={
        <IconButton
          label={isVisible ? hidePassword : showPassword}
          icon={isVisible ? EyeOff : Eye}
          aria-pressed={isVisible}
          onClick={() => setIsVisible(!isVisible)}
        />
      }
    />
  )
}

/** The options of a choice, from what each value is called; those of a list are called what they are. */
export const choicesOf = (labels: Readonly<Record<string, string>> | readonly string[]) =>
  (Array.isArray(labels) ? labels.map((one) => [one, one]) : Object.entries(labels)).map(
    ([value, label]) => ({ value, label }),
  )

interface SelectProps extends FieldTexts, Omit<ComponentProps<'select'>, 'children' | 'className'> {
  options: readonly { value: string; label: string }[]
}

/** A native drop-down list. */
export function Select({ label, error, hint, labelHidden, className, options, ...rest }: SelectProps) {
  const id = useId()
  return (
    <Field {...{ id, label, error, hint, labelHidden, className }}>
      <div className="relative">
        <select
          {...rest}
          {...describedBy(id, error, hint)}
          id={id}
          className={cx(inputClass(Boolean(error)), 'cursor-pointer appearance-none pr-11')}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2"
        />
      </div>
    </Field>
  )
}

interface TextAreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'className'> {}

/** A text of several lines with label, hint and error. */
export function TextArea({ label, error, hint, labelHidden, className, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <Field {...{ id, label, error, hint, labelHidden, className }}>
      <textarea
        rows={2}
        {...rest}
        {...describedBy(id, error, hint)}
        id={id}
        className={cx(inputClass(Boolean(error)), 'py-2.5')}
      />
    </Field>
  )
}
