import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '../lib/link.tsx'
import { useSettings } from '../api/settings.queries.ts'
import { COMPANY_PAGES, pageQuery } from '../features/pages/pages.queries.ts'
import { paths } from '../paths.ts'
import { excerpt } from '../lib/excerpt.ts'
import { textLinkClass } from '@haat/ui/button'
import { MarkdownText } from '@haat/ui/markdown-text'
import { LoadFailed, Loading } from '../ui/feedback.tsx'
import { PageHeading, PageMeta } from '../ui/page.tsx'
import { PageMissing } from './not-found-screen.tsx'

/** A text page: one that every shop has, or one of the merchant's own. */
export function TextPageScreen() {
  const { slug = '' } = useParams()
  const settings = useSettings()
  const own = settings?.pages
  const pages = [
    ...COMPANY_PAGES.map(({ slug, title }) => ({ slug, title: title(), in_footer: true })),
    ...(own ?? []),
  ]
  const link = pages.find((page) => page.slug === slug)
  const { data: page, isLoadingError, refetch } = useQuery({ ...pageQuery(slug), enabled: !!link })
  if (!link && own) return <PageMissing />
  const title = page?.title ?? link?.title ?? ''
  return (
    <article className="shop-width pt-5 sm:pt-12">
      <PageMeta
        title={title}
        description={excerpt(page?.text.replaceAll(/[#*_>`]/g, '') ?? title)}
        path={paths.page(slug)}
      />
      <PageHeading>{title}</PageHeading>
      <div className="mt-6 grid grid-cols-1 gap-12 lg:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="max-w-prose">
          {page && <MarkdownText html={page.html} />}
          {isLoadingError && <LoadFailed text={t`This page could not be loaded.`} onRetry={refetch} />}
          {!page && !isLoadingError && <Loading text={t`Loading...`} size="h-96" />}
        </div>
        <nav
          aria-label={t`More about the shop`}
          className="self-start border-t border-line pt-4 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-6"
        >
          <ul>
            {pages
              .filter((other) => other !== link && other.in_footer)
              .map((other) => (
                <li key={other.slug}>
                  <Link to={paths.page(other.slug)} className={textLinkClass}>
                    {other.title}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
      </div>
    </article>
  )
}
