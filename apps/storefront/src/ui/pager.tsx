import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'

interface PagerProps {
  page: number
  totalPages: number
  onPage: (page: number) => void
  /** The shopper points at a page: a good moment to fetch it. */
  onPoint?: (page: number) => void
  labels?: { previous: string; next: string }
}

/** Previous and next, with the place in between. */
export function Pager({ page, totalPages, onPage, onPoint, labels }: PagerProps) {
  const { previous, next } = labels ?? { previous: 'Prev', next: 'Next' }
  const towards = (target: number) => ({
    onClick: () => onPage(target),
    onPointerEnter: () => onPoint?.(target),
    onFocus: () => onPoint?.(target),
  })
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-4">
      <Button variant="outline" disabled={page <= 1} {...towards(page - 1)}>
        <ChevronLeft aria-hidden className="-ml-2 size-5" />
        {previous}
      </Button>
      <p aria-live="polite" className="figures text-sm">
        Page {page} of {totalPages}
      </p>
      <Button variant="outline" disabled={page >= totalPages} {...towards(page + 1)}>
        {next}
        <ChevronRight aria-hidden className="-mr-2 size-5" />
      </Button>
    </nav>
  )
}
