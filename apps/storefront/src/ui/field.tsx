import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../lib/cx.ts'

/** The box that text is typed into or chosen in. */
export const inputClass = (invalid: boolean): string =>
  cx(
    'block min-h-12 w-full rounded-md border bg-card px-3.5 text-base text-ink placeholder:text-ink-soft',
    'transition-colors duration-150 disabled:bg-paper-deep',
    invalid ? 'border-brick' : 'border-line-strong hover:border-peacock',
  )

/** What an input needs to be tied to its hint and error. */
export const describedBy = (id: string, error?: string, hint?: ReactNode) => ({
  'aria-invalid': error ? (true as const) : undefined,
  'aria-describedby': cx(error && `${id}-error`, hint !== undefined && `${id}-hint`) || undefined,
})

interface FieldProps {
  id: string
  label: ReactNode
  error?: string
  hint?: ReactNode
  /** Hides the label from the eye only. */
  labelHidden?: boolean
  className?: string
  children: ReactNode
}

/** Label above, input, then hint and error below. */
export function Field({ id, label, error, hint, labelHidden, className, children }: FieldProps) {
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
      {error && (
        <p
          id={`${id}-error`}
          role="alert"
          className="mt-1 flex items-start gap-1.5 text-sm font-medium text-brick"
        >
          <CircleAlert aria-hidden className="mt-0.75 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}
