import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'

export interface Crumb {
  label: string
  to: string
}

/** The way from Home to here; the page itself comes last and is no link. */
export function Breadcrumb({ crumbs, current }: { crumbs: readonly Crumb[]; current: string }) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-ink-soft">
      <ol className="flex flex-wrap items-center gap-x-1">
        {crumbs.map((crumb) => (
          <li key={crumb.to} className="flex items-center gap-1">
            <Link
              to={crumb.to}
              className="inline-flex min-h-8 items-center underline-offset-4 hover:text-peacock hover:underline"
            >
              {crumb.label}
            </Link>
            <ChevronRight aria-hidden className="size-3.5" />
          </li>
        ))}
        <li aria-current="page" className="truncate">
          {current}
        </li>
      </ol>
    </nav>
  )
}
