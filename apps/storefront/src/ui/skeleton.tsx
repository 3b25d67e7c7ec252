import type { ReactNode } from 'react'
import { cx } from '../lib/cx.ts'

/** A cloth of the size of what is coming; give it its size by `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('shimmer rounded-sm', className)} />
}

interface LoadingProps {
  /** Said aloud and shown on a small tag above the skeletons. */
  text: string
  className?: string
  /** Skeletons that hold the place. */
  children: ReactNode
}

/** What stands in for a part of the page until it arrives. */
export function Loading({ text, className, children }: LoadingProps) {
  return (
    <div aria-busy className={cx('relative', className)}>
      {children}
      <p
        role="status"
        className="absolute top-6 left-1/2 -translate-x-1/2 rounded-full border border-line bg-card px-4 py-1.5 text-sm font-semibold whitespace-nowrap"
      >
        {text}
      </p>
    </div>
  )
}
