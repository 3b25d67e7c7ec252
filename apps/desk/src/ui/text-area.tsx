import { describedBy, Field, inputClass } from '@haat/ui/field'
import { cx } from '@haat/ui/cx'
import { type ComponentProps, type ReactNode, useId } from 'react'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className'> {
  label: ReactNode
  error?: string
  hint?: ReactNode
}

/** A text of several lines with label, hint and error. */
export function TextArea({ label, error, hint, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <Field {...{ id, label, error, hint }}>
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
