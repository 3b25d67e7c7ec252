import { plural, t } from '@lingui/core/macro'
import type { ProductDetail } from '@haat/contract/catalog'
import { REVIEW_SORTS } from '@haat/contract/rules'
import { Button } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { Select } from '@haat/ui/field'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { useLoginHere } from '../../api/settings.queries.ts'
import { changeSearch } from '../../lib/link.tsx'
import { useSearchOnce } from '../../lib/use-once.ts'
import { LoadFailed, Loading } from '../../ui/feedback.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useNamedPart } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Stars } from '../../ui/stars.tsx'
import { toast } from '../../ui/toast.ts'
import { Questions, ReviewDialog, ReviewList } from './review-list.tsx'
import { type ReviewQuery, reviewsQuery, useDeleteReview, useOwnReview } from './reviews.queries.ts'

const SORT_LABELS = {
  helpful: () => t`Most helpful`,
  newest: () => t`Newest`,
  highest: () => t`Highest rating`,
  lowest: () => t`Lowest rating`,
} as const satisfies Record<(typeof REVIEW_SORTS)[number], () => string>

/** What buyers say of a product, and questions about it. `?review=write` opens the form. */
export function Reviews({ product }: { product: ProductDetail }) {
  const [query, setQuery] = useState<ReviewQuery>({})
  const { data, error, refetch } = useQuery(reviewsQuery(product.id, query))
  useNamedPart()
  const own = useOwnReview(product.id)
  if (!data)
    return (
      <section id="reviews" tabIndex={-1} className="scroll-mt-40">
        <ReviewsHeading />
        {error ? (
          <LoadFailed text={t`The reviews could not be loaded.`} onRetry={refetch} />
        ) : (
          <Loading text={t`Loading reviews...`} size="h-48" />
        )}
      </section>
    )
  const { histogram, reviews, total, totalPages } = data
  const questions = [...(own?.open_questions ?? []), ...data.questions]
  const page = query.page ?? 1
  const isFiltered = query.stars !== undefined || query.photos === true
  const mayHavePhotos = query.photos || totalPages > 1 || reviews.some(({ photos }) => photos.length > 0)
  return (
    <section id="reviews" tabIndex={-1} aria-labelledby="reviews-heading" className="scroll-mt-40">
      <ReviewsHeading />
      <div className="grid grid-cols-1 gap-8 *:not-has-[>:not(:empty)]:hidden lg:gap-12 lg:has-[>:first-child>:not(:empty)]:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="grid content-start gap-5">
          {product.review_count > 0 && (
            <Summary {...{ product, histogram, query, mayHavePhotos }} onQuery={setQuery} />
          )}
          <OwnReview product={product} />
        </div>
        <div className="grid grid-cols-1 content-start gap-8">
          {product.review_count === 0 ? (
            <p className="text-ink-soft">{t`No reviews yet. Whoever has bought it here can write the first one.`}</p>
          ) : (
            <div>
              <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
                <p aria-live="polite" className="font-semibold">
                  {plural(total, { one: '# review', other: '# reviews' })}
                  {isFiltered && (
                    <Button variant="quiet" className="ml-2" onClick={() => setQuery({})}>
                      {t`Show all`}
                    </Button>
                  )}
                </p>
                <Select
                  label={t`Sort reviews`}
                  labelHidden
                  options={REVIEW_SORTS.map((value) => ({ value, label: SORT_LABELS[value]() }))}
                  value={query.sort ?? 'helpful'}
                  onChange={({ target }) =>
                    setQuery({ ...query, page: undefined, sort: target.value as ReviewQuery['sort'] })
                  }
                />
              </div>
              <ReviewList reviews={reviews} foundHelpful={own?.found_helpful ?? []} own={own?.review?.id} />
              {totalPages > 1 && (
                <Pager {...{ page, totalPages }} onGo={(page) => setQuery({ ...query, page })} />
              )}
            </div>
          )}
          {page === 1 && <Questions product={product} questions={questions} />}
        </div>
      </div>
    </section>
  )
}

const ReviewsHeading = () => (
  <h2 id="reviews-heading" className="mb-5 text-2xl font-extrabold tracking-tight">{t`Ratings & Reviews`}</h2>
)

interface SummaryProps {
  product: ProductDetail
  histogram: readonly number[]
  query: ReviewQuery
  mayHavePhotos: boolean
  onQuery: (query: ReviewQuery) => void
}

/** The rating, and how many reviews have how many stars: each line is a filter. */
function Summary({ product, histogram, query, mayHavePhotos, onQuery }: SummaryProps) {
  const most = Math.max(...histogram, 1)
  const toggle = (stars: number) =>
    onQuery({ ...query, page: undefined, stars: query.stars === stars ? undefined : stars })
  return (
    <div>
      <p className="flex items-center gap-3">
        <span className="figures text-4xl font-extrabold">{product.rating.toFixed(1)}</span>
        <span>
          <Stars rating={product.rating} />
          <span className="block text-sm text-ink-soft">
            {plural(product.review_count, { one: 'of # buyer', other: 'of # buyers' })}
          </span>
        </span>
      </p>
      <ul className="mt-3">
        {histogram
          .map((count, at) => ({ stars: at + 1, count }))
          .toReversed()
          .map(({ stars, count }) => (
            <li key={stars}>
              <button
                type="button"
                disabled={count === 0}
                aria-pressed={query.stars === stars}
                onClick={() => toggle(stars)}
                className="grid min-h-9 w-full grid-cols-[2.5rem_1fr_2.5rem] items-center gap-2 rounded-sm text-sm enabled:hover:bg-peacock-tint aria-pressed:bg-peacock-tint aria-pressed:font-semibold pointer-coarse:min-h-11"
              >
                <span className="figures text-left">
                  {stars} <span aria-hidden>★</span>
                  <span className="sr-only">{plural(stars, { one: 'star', other: 'stars' })}: </span>
                </span>
                <span className="h-2 overflow-hidden rounded-full bg-line">
                  <span
                    className="block h-full rounded-full bg-marigold"
                    style={{ width: `${(count / most) * 100}%` }}
                  />
                </span>
                <span className="figures text-right text-ink-soft">{count}</span>
              </button>
            </li>
          ))}
      </ul>
      {mayHavePhotos && (
        <Button
          variant="quiet"
          aria-pressed={query.photos === true}
          className="mt-1 -ml-3 text-sm"
          onClick={() => onQuery({ ...query, page: undefined, photos: query.photos ? undefined : true })}
        >
          {query.photos ? t`With and without photos` : t`Only with photos`}
        </Button>
      )}
    </div>
  )
}

const STATE_NOTES = {
  PENDING: () => t`Your review is shown once the shop has looked at it.`,
  SHOWN: () => null,
  HIDDEN: () => t`The shop does not show your review. Please contact us if you think that is wrong.`,
}

function OwnReview({ product }: { product: ProductDetail }) {
  const own = useOwnReview(product.id)
  const [search, setSearch] = useSearchOnce()
  const { mutateAsync: remove } = useDeleteReview(product.id)
  const [deletes, setDeletes] = useState(false)
  const writes = search.get('review') === 'write'
  const set = (review?: 'write') => setSearch(changeSearch(search, { review }), { replace: true })
  const login = useLoginHere()
  const asksToLogIn = useSession() === null && writes
  if (!own?.may_write)
    return (
      <p className={cx('text-sm text-ink-soft', asksToLogIn && 'order-first')}>
        {asksToLogIn ? (
          <Button onClick={login}>{t`Log in to write your review`}</Button>
        ) : (
          product.review_count > 0 && t`Only customers who received it can review it.`
        )}
      </p>
    )
  const removed = () => {
    toast('success', t`Your review is deleted.`)
    setDeletes(false)
  }
  const { review } = own
  const note = review && STATE_NOTES[review.state]()
  return (
    <div className="grid gap-2">
      {note && <p className="text-sm">{note}</p>}
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => set('write')}>
          {review ? t`Change Your Review` : t`Write a Review`}
        </Button>
        {review && review.state !== 'HIDDEN' && (
          <Button variant="quiet" onClick={() => setDeletes(true)}>{t`Delete`}</Button>
        )}
      </div>
      {writes && <ReviewDialog product={product} review={review} onClose={() => set()} />}
      {review && deletes && (
        <FormDialog
          title={t`Delete your review?`}
          button={t`Delete`}
          keep={t`Keep It`}
          send={() => remove(undefined, { onSuccess: removed })}
          failureText={(error) => messageOf(error, t`Something went wrong`)}
          onClose={() => setDeletes(false)}
        >
          <p>{t`Its stars, words and photos are gone then.`}</p>
        </FormDialog>
      )}
    </div>
  )
}
