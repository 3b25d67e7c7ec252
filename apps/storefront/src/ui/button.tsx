import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '../lib/cx.ts'

export type ButtonVariant = 'primary' | 'accent' | 'outline' | 'quiet' | 'danger'
export type ButtonSize = 'md' | 'sm' | 'lg'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-peacock bg-peacock text-paper hover:border-peacock-deep hover:bg-peacock-deep',
  accent: 'border-marigold bg-marigold text-ink hover:brightness-95',
  outline: 'border-line-strong bg-card text-ink hover:border-peacock hover:text-peacock',
  quiet: 'border-transparent bg-transparent text-peacock hover:bg-peacock-tint',
  danger: 'border-line-strong bg-card text-brick hover:border-brick hover:bg-brick-tint',
}
const SIZES: Record<ButtonSize, string> = {
  sm: 'min-h-11 px-3 text-sm sm:min-h-10',
  md: 'min-h-11 px-5',
  lg: 'min-h-13 px-7 text-lg',
}

/** The look of a button, for links that are drawn as one. */
export const buttonClass = (variant: ButtonVariant = 'primary', size: ButtonSize = 'md'): string =>
  cx(
    'inline-flex items-center justify-center gap-2 rounded-md border font-semibold select-none',
    'transition-[background-color,border-color,color,filter] duration-150',
    'disabled:border-line disabled:bg-paper-deep disabled:text-ink-soft disabled:brightness-100',
    VARIANTS[variant],
    SIZES[size],
  )

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** A call is under way: shows a spinner beside the label and refuses clicks, but keeps the focus. */
  busy?: boolean
}

/** A button; `type` is `button` unless told otherwise. */
export function Button({ variant, size, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cx(buttonClass(variant, size), busy && 'cursor-progress opacity-80', className)}
    >
      {busy && <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin" />}
      {children}
    </button>
  )
}
