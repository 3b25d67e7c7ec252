import type { ComponentProps, ReactNode } from 'react'
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
