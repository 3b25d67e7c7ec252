import { t } from '@lingui/core/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { HereLink } from '../lib/link.tsx'
import { Button, buttonClass } from '@haat/ui/button'

interface PagerProps {
  /** From the address's `page`; 1 without. */
  page: number
  /** The last page that is shown, where several are. */
  to?: number
  totalPages: number
  onPrefetch?: (page: number) => void
  /** In place of the address, where a part of a screen has pages. */
  onGo?: (page: number) => void
  labels?: { previous: string; next: string }
}

/** Links to the previous and the next page of a list, around `Page x of y`. */
export function Pager({ page, to = page, totalPages, onPrefetch, onGo, labels }: PagerProps) {
  const { previous, next } = labels ?? { previous: t`Prev`, next: t`Next` }
  const step = (target: number, content: ReactNode) => {
    const isEnd = target < 1 || target > totalPages
    if (isEnd || onGo)
      return (
        <Button variant="outline" disabled={isEnd} onClick={() => onGo?.(target)}>
          {content}
        </Button>
      )
    return (
      <HereLink
        values={pageValues(target)}
        onClick={() => window.scrollTo({ top: 0 })}
        onPointerEnter={() => onPrefetch?.(target)}
        onFocus={() => onPrefetch?.(target)}
        className={buttonClass('outline')}
      >
        {content}
      </HereLink>
    )
  }
  return (
    <nav
      aria-label={t`Pages`}
      className="flex flex-wrap items-center justify-center gap-x-2 gap-y-4 max-sm:*:px-3 max-xs:[&>:not(p)]:text-sm sm:gap-x-4"
    >
      {step(
        page - 1,
        <>
          <ChevronLeft aria-hidden className="-ml-2 size-5" />
          {previous}
        </>,
      )}
      <p aria-live="polite" className="figures max-w-fit grow basis-16 text-center text-sm max-sm:text-xs">
        {to > page ? t`Pages ${page}–${to} of ${totalPages}` : t`Page ${page} of ${totalPages}`}
      </p>
      {step(
        to + 1,
        <>
          {next}
          <ChevronRight aria-hidden className="-mr-2 size-5" />
        </>,
      )}
    </nav>
  )
}

/** What another page of the same list has in its address. */
export const pageValues = (page: number) => ({ to: '', page: page === 1 ? '' : page })
