import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { EmptyList } from '../features/catalog/empty-list.tsx'
import { paths } from '../paths.ts'
import { PageHeading, PageMeta } from '../ui/page.tsx'

/** An address that is none of the shop's: a browser with JavaScript goes Home. */
export function NotFoundScreen() {
  const navigate = useNavigate()
  useEffect(() => void navigate(paths.home(), { replace: true }), [navigate])
  return <PageMissing />
}

export function PageMissing() {
  return (
    <div className="shop-width pt-5 sm:pt-8">
      <PageMeta title={t`Page not found`} />
      <PageHeading hidden>{t`Page not found`}</PageHeading>
      <EmptyList title={t`There is no page at this address.`} />
    </div>
  )
}
