import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { cx } from '../lib/cx.ts'
import { describedBy, Field, inputClass } from './field.tsx'

interface SelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  label: ReactNode
  labelHidden?: boolean
  error?: string
  options: readonly { value: string; label: string }[]
}

/** The platform's own drop-down list: the best one on a phone. */
export function Select({ label, labelHidden, error, options, className, id, ...rest }: SelectProps) {
  const ownId = useId()
  const selectId = id ?? ownId
  return (
    <Field id={selectId} label={label} labelHidden={labelHidden} error={error} className={className}>
      <div className="relative">
        <select
          {...rest}
          {...describedBy(selectId, error)}
          id={selectId}
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
