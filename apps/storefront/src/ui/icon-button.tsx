import type { ComponentProps } from 'react'
import { cx } from '../lib/cx.ts'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** What it does, for those who do not see the icon. */
  label: string
  /** `raised` stands on pictures, `plain` on paper. */
  look?: 'raised' | 'plain'
}

/** A round 44-pixel button that holds an icon only. */
export function IconButton({ label, look = 'plain', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={cx(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-full border transition-colors duration-150',
        'disabled:opacity-40',
        look === 'raised'
          ? 'border-line bg-card text-ink hover:border-peacock hover:text-peacock'
          : 'border-transparent hover:bg-peacock-tint hover:text-peacock',
        className,
      )}
    />
  )
}
