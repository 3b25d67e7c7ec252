import { t } from '@lingui/core/macro'
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
      <PageMeta title={t`Page not found`} description={t`There is no page at this address.`} />
      <PageHeading hidden>{t`Page not found`}</PageHeading>
      <EmptyState
        title={t`There is no page at this address.`}
        action={<Link to={paths.home()} className={buttonClass()}>{t`Go to Home`}</Link>}
      />
    </div>
  )
}
