import { t } from '@lingui/core/macro'
import { slugOf } from '@haat/contract/storefront-paths'
import { textLinkClass } from '@haat/ui/button'
import { MarkdownText } from '@haat/ui/markdown-text'
import { useQuery } from '@tanstack/react-query'
import { useSettings } from '../../api/settings.queries.ts'
import { useOverlay } from '../../lib/use-overlay.ts'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading, LoadFailed } from '../../ui/feedback.tsx'
import { pageQuery } from './pages.queries.ts'

/**
 * The merchant's page `size-guide-sneakers` for the category Sneakers and those below it, else `size-guide`; a link to it
 * that opens over the product.
 *
 * @param categories of the product, from the top
 */
export function SizeGuide({ categories }: { categories: readonly { name: string }[] }) {
  const pages = useSettings()?.pages ?? []
  const slugs = [...categories.map(({ name }) => `size-guide-${slugOf(name)}`).toReversed(), 'size-guide']
  const slug = slugs.find((each) => pages.some((page) => page.slug === each))
  const [isOpen, open, close] = useOverlay<true>()
  const { data, isLoadingError, refetch } = useQuery({
    ...pageQuery(slug ?? ''),
    enabled: slug !== undefined && isOpen !== null,
  })
  if (!slug) return null
  return (
    <>
      <a
        href={paths.page(slug)}
        className={textLinkClass}
        onClick={(event) => {
          event.preventDefault()
          open(true)
        }}
      >{t`Size guide`}</a>
      <Dialog open={isOpen !== null} onClose={close} title={data?.title ?? t`Size guide`}>
        {data && <MarkdownText html={data.html} />}
        {isLoadingError && <LoadFailed text={t`This page could not be loaded.`} onRetry={refetch} />}
        {!data && !isLoadingError && <Loading text={t`Loading...`} size="h-48" />}
      </Dialog>
    </>
  )
}
