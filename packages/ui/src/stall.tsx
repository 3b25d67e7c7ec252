import { cx } from './cx.ts'

/** The shop's mark: a market stall. */
export function Stall({ className }: { className: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 28" className={cx('shrink-0', className)}>
      <path d="M1 2h30v8a5 5 0 0 1-10 0 5 5 0 0 1-10 0 5 5 0 0 1-10 0z" className="fill-peacock" />
      <path d="M11 2h10v8a5 5 0 0 1-10 0z" className="fill-marigold" />
      <path d="M4 18h4v9H4zm20 0h4v9h-4z" className="fill-peacock" />
    </svg>
  )
}
