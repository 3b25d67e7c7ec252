import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '../lib/link.tsx'
import { useSettings } from '../api/settings.queries.ts'
import { pageQuery, textPages } from '../features/pages/pages.queries.ts'
import { paths } from '../paths.ts'
import { excerpt } from '../lib/excerpt.ts'
import { textLinkClass } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { InfoCards } from '../features/product/product-view.tsx'
import { helpLinks } from '../features/shell/footer.tsx'
import { MarkdownText } from '@haat/ui/markdown-text'
import { LoadFailed, Loading } from '../ui/feedback.tsx'
import { PageHeading, PageMeta } from '../ui/page.tsx'
import { PageMissing } from './not-found-screen.tsx'

const BOX = 'rounded-lg border border-line bg-card p-5'

/** A text page: one that every shop has, or one of the merchant's own. */
export function TextPageScreen() {
  const { slug = '' } = useParams()
  const settings = useSettings()
  const own = settings?.pages
  const pages = textPages(own)
  const link = pages.find((page) => page.slug === slug)
  const { data: page, isLoadingError, refetch } = useQuery({ ...pageQuery(slug), enabled: !!link })
  if (!link && own) return <PageMissing />
  const title = page?.title ?? link?.title ?? ''
  return (
    <article className="shop-width grid grid-cols-1 gap-x-10 gap-y-5 pt-5 sm:pt-8 lg:grid-cols-[minmax(0,42rem)_1fr]">
      <PageMeta
        title={title}
        description={excerpt(page?.text.replaceAll(/[#*_>`]/g, '') ?? title)}
        path={paths.page(slug)}
      />
      <PageHeading className="lg:col-span-full">{title}</PageHeading>
      <div className={cx(BOX, 'sm:p-8')}>
        {slug === 'about' && (
          <img src="/stall.svg" alt="" className="mb-5 h-44 w-full rounded-md bg-peacock-deep p-4" />
        )}
        {/* At most 70 letters in a line. */}
        <div className="max-w-136">
          {page && <MarkdownText html={page.html} />}
          {isLoadingError && <LoadFailed text={t`This page could not be loaded.`} onRetry={refetch} />}
          {!page && !isLoadingError && <Loading text={t`Loading...`} size="h-96" />}
        </div>
      </div>
      <div className="grid content-start gap-5 sm:max-lg:grid-cols-2">
        <nav aria-label={t`More about the shop`} className={BOX}>
          <h2 className="font-bold">{t`More about the shop`}</h2>
          <ul className="mt-1">
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
        <section className={cx(BOX, 'bg-peacock-tint!')}>
          <h2 className="font-bold">{t`Contact`}</h2>
          <ul className="mt-1 text-peacock-deep">{helpLinks(settings?.contact)}</ul>
          <p className="mt-1 text-sm">{settings?.contact.support_hours}</p>
        </section>
      </div>
      {slug === 'about' && <InfoCards className="lg:col-span-full" />}
    </article>
  )
}
