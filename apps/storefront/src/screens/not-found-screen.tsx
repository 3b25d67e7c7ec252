import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { Link } from '../lib/link.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '@haat/ui/button'
import { EmptyState } from '@haat/ui/feedback'
import { PageHeading, PageMeta } from '../ui/page.tsx'

/** An address without a page: a browser with JavaScript goes Home. */
export function NotFoundScreen() {
  const navigate = useNavigate()
  useEffect(() => void navigate(paths.home(), { replace: true }), [navigate])
  return (
    <div className="shop-width py-16">
      <PageMeta title="Page not found" description="There is no page at this address." />
      <PageHeading hidden>Page not found</PageHeading>
      <EmptyState
        title="There is no page at this address."
        action={
          <Link to={paths.home()} className={buttonClass()}>
            Home
          </Link>
        }
      />
    </div>
  )
}
