import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { cx } from '../lib/cx.ts'

interface PageHeadingProps {
  /** Heard, not seen: for a screen whose first sight needs no words. */
  hidden?: boolean
  className?: string
  children: ReactNode
}

/** The screen's `h1`. It takes the focus after a change of screen, so that a screen reader says where it is. */
export function PageHeading({ hidden, className, children }: PageHeadingProps) {
  const ref = useRef<HTMLHeadingElement>(null)
  const { key, pathname } = useLocation()
  const isFirstScreen = key === 'default'
  useEffect(() => {
    const typing = document.activeElement?.matches('input, textarea, select') ?? false
    if (!isFirstScreen && !typing) ref.current?.focus({ preventScroll: true })
  }, [pathname, isFirstScreen])
  return (
    <h1
      ref={ref}
      tabIndex={-1}
      data-page-heading
      className={hidden ? 'sr-only' : cx('text-3xl font-extrabold tracking-tight', className)}
    >
      {children}
    </h1>
  )
}
