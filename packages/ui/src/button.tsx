import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cx } from './cx.ts'
import { useOnePending } from './use-one-pending.ts'

export type ButtonVariant = 'primary' | 'accent' | 'outline' | 'quiet' | 'danger'
export type ButtonSize = 'md' | 'sm' | 'lg'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-peacock bg-peacock text-paper hover:border-peacock-deep hover:bg-peacock-deep',
  accent: 'border-marigold bg-marigold text-ink hover:brightness-95',
  outline: 'border-line-strong bg-card text-ink hover:border-peacock hover:text-peacock',
  quiet:
    'border-transparent bg-transparent text-peacock hover:bg-peacock-tint disabled:border-transparent! disabled:bg-transparent!',
  danger: 'border-transparent bg-transparent text-brick hover:bg-brick-tint',
}
const SIZES: Record<ButtonSize, string> = {
  sm: 'min-h-11 px-3 py-1.5 text-sm sm:min-h-10',
  md: 'min-h-11 px-5 py-2',
  lg: 'min-h-13 px-7 py-2 text-lg',
}

/** The classes of a button, for links that look like one. */
export const buttonClass = (variant: ButtonVariant = 'primary', size: ButtonSize = 'md'): string =>
  cx(
    'inline-flex items-center justify-center gap-2 rounded-md border text-center font-semibold select-none',
    'transition-[background-color,border-color,color,filter] duration-150',
    'disabled:border-line disabled:bg-paper-deep disabled:text-ink-soft disabled:brightness-100',
    VARIANTS[variant],
    SIZES[size],
  )

/** The classes of a link that stands alone. */
export const textLinkClass =
  'inline-flex min-h-11 items-center gap-2 font-semibold text-peacock underline-offset-4 hover:underline'

interface ClickProps extends Omit<ComponentProps<'button'>, 'onClick'> {
  /**
   * May return a promise: until it settles, the button shows that it is busy and ignores clicks. The handler catches its
   * own errors.
   */
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown
  /** A call is in flight: ignores clicks, but keeps the focus. */
  busy?: boolean
  /** The id of the text that says why it leads nowhere now: it looks disabled, but keeps the focus and takes clicks. */
  blockedBy?: string | undefined
  /** Shown before the content while it is busy. */
  spinner?: ReactNode
}

/** A button without a look of its own; `type` defaults to `button`. */
export function PlainButton({ onClick, busy = false, blockedBy, spinner, children, ...rest }: ClickProps) {
  const [handle, isPending] = useOnePending(onClick)
  const isBusy = busy || isPending
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || blockedBy !== undefined || undefined}
      aria-describedby={blockedBy ?? rest['aria-describedby']}
      onClick={busy ? (event) => event.preventDefault() : handle}
    >
      {isBusy && spinner}
      {children}
    </button>
  )
}

interface ButtonProps extends ClickProps {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Before the content. */
  icon?: LucideIcon | undefined
}

const BLOCKED = 'opacity-60 grayscale'
const SPINNER = <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin" />

/** A button in the shop's style. */
export function Button({ variant, size, icon: Icon, className, children, ...rest }: ButtonProps) {
  const look = cx(buttonClass(variant, size), rest.blockedBy !== undefined && BLOCKED, className)
  return (
    <PlainButton {...rest} spinner={SPINNER} className={look}>
      {Icon && <Icon aria-hidden className={size === 'sm' ? 'size-4' : 'size-5'} />}
      {children}
    </PlainButton>
  )
}

interface IconButtonProps extends Omit<ClickProps, 'aria-label'> {
  /** Read out by screen readers in place of the icon. */
  label: string
  /** Its content, unless there are children. */
  icon?: LucideIcon
  /** Of the icon. */
  size?: 'md' | 'sm'
  /** `raised` for buttons on pictures, `plain` for buttons on paper. */
  look?: 'raised' | 'plain'
}

/** A round 44-pixel button with an icon. */
export function IconButton(props: IconButtonProps) {
  const { label, icon: Icon, size, look = 'plain', className, children, ...rest } = props
  return (
    <PlainButton
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
    >
      {Icon ? <Icon aria-hidden className={size === 'sm' ? 'size-4' : 'size-5'} /> : children}
    </PlainButton>
  )
}
