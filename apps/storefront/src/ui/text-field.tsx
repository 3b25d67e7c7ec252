import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { cx } from '../lib/cx.ts'
import { describedBy, Field, inputClass } from './field.tsx'

interface TextFieldProps extends ComponentProps<'input'> {
  label: ReactNode
  error?: string
  hint?: ReactNode
  labelHidden?: boolean
  /** Stands inside the box at its end, for example a button of 44 pixels. */
  end?: ReactNode
}

/** One line of text with its label, hint and error. `className` goes to the whole. */
export function TextField({ label, error, hint, labelHidden, end, className, id, ...rest }: TextFieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  return (
    <Field
      id={inputId}
      label={label}
      error={error}
      hint={hint}
      labelHidden={labelHidden}
      className={className}
    >
      <div className="relative">
        <input
          type="text"
          {...rest}
          {...describedBy(inputId, error, hint)}
          id={inputId}
          className={cx(inputClass(Boolean(error)), end !== undefined && 'pr-13')}
        />
        {end !== undefined && <div className="absolute inset-y-0 right-0.5 flex items-center">{end}</div>}
      </div>
    </Field>
  )
}
