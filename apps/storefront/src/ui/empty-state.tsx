import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  text?: ReactNode
  /** A way on: a link or a button. */
  action?: ReactNode
}

/** An empty stall, what it means and where to go from here. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-lg border border-dashed border-line-strong px-6 py-14 text-center">
      <EmptyStall />
      <p role="status" className="mt-5 text-xl font-bold">
        {title}
      </p>
      {text && <p className="mt-1 max-w-prose text-ink-soft">{text}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}

function EmptyStall() {
  return (
    <svg aria-hidden viewBox="0 0 96 72" className="w-24">
      <path
        d="M10 6h76v14a9.5 9.5 0 0 1-19 0 9.5 9.5 0 0 1-19 0 9.5 9.5 0 0 1-19 0 9.5 9.5 0 0 1-19 0z"
        className="fill-peacock"
      />
      <path d="M29 6h19v14a9.5 9.5 0 0 1-19 0zM67 6h19v14a9.5 9.5 0 0 1-19 0z" className="fill-marigold" />
      <path
        d="M16 30v36M80 30v36M16 50h64"
        className="fill-none stroke-ink"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  )
}
