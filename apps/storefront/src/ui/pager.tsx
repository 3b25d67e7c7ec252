import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'

interface PagerProps {
  page: number
  totalPages: number
  onPage: (page: number) => void
  /** Called on hover and focus, so that the caller can prefetch the page. */
  onPrefetch?: (page: number) => void
  labels?: { previous: string; next: string }
}

/** Previous and next buttons around `Page x of y`. */
export function Pager({ page, totalPages, onPage, onPrefetch, labels }: PagerProps) {
  const { previous, next } = labels ?? { previous: 'Prev', next: 'Next' }
  const linkTo = (target: number) => ({
    onClick: () => onPage(target),
    onPointerEnter: () => onPrefetch?.(target),
    onFocus: () => onPrefetch?.(target),
  })
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-4">
      <Button variant="outline" disabled={page <= 1} {...linkTo(page - 1)}>
        <ChevronLeft aria-hidden className="-ml-2 size-5" />
        {previous}
      </Button>
      <p aria-live="polite" className="figures text-sm">
        Page {page} of {totalPages}
      </p>
      <Button variant="outline" disabled={page >= totalPages} {...linkTo(page + 1)}>
        {next}
        <ChevronRight aria-hidden className="-mr-2 size-5" />
      </Button>
    </nav>
  )
}
