import { t } from '@lingui/core/macro'
import type { Review } from '@haat/contract/reviews'
import { Button } from '@haat/ui/button'
import { BadgeCheck, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { shortDate } from '../../lib/format.ts'
import { Picture } from '../../ui/picture.tsx'
import { PictureDialog } from '../../ui/picture-dialog.tsx'
import { Stars } from '../../ui/stars.tsx'
import { toast } from '../../ui/toast.ts'
import { messageOf } from '../../api/client.ts'
import { useFindHelpful } from './reviews.queries.ts'

interface ReviewListProps {
  reviews: readonly Review[]
  /** Ids of those that the customer found helpful. */
  foundHelpful: readonly number[]
  /** The id of the customer's own. */
  own: number | undefined
  /** Runs what needs an account, once there is one. */
  withAccount: (act: () => void) => void
}

export function ReviewList({ reviews, foundHelpful, own, withAccount }: ReviewListProps) {
  return (
    <ul className="divide-y divide-line">
      {reviews.map((review) => (
        <li key={review.id} className="py-5 first:pt-0">
          <ShownReview review={review}>
            {review.id !== own && (
              <HelpfulButton
                review={review}
                isHelpful={foundHelpful.includes(review.id)}
                withAccount={withAccount}
              />
            )}
          </ShownReview>
        </li>
      ))}
    </ul>
  )
}

function ShownReview({ review, children }: { review: Review; children: React.ReactNode }) {
  const { stars, text, author, variant, written_at, photos, answer } = review
  return (
    <article aria-label={t`Review by ${author}`} className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars rating={stars} />
        <span className="font-semibold">{author}</span>
        <span className="inline-flex items-center gap-1 text-sm text-leaf">
          <BadgeCheck aria-hidden className="size-4" />
          {t`Bought here`}
        </span>
      </div>
      <p className="text-sm text-ink-soft">
        {variant && `${variant} · `}
        <time dateTime={written_at.toISOString()}>{shortDate(written_at)}</time>
      </p>
      {text && <p className="max-w-prose whitespace-pre-line wrap-anywhere">{text}</p>}
      {photos.length > 0 && <Photos photos={photos} author={author} />}
      {answer && (
        <blockquote className="max-w-prose border-l-4 border-line-strong pl-3 whitespace-pre-line wrap-anywhere">
          <p className="text-sm font-semibold">{t`The shop answers`}</p>
          {answer}
        </blockquote>
      )}
      {children}
    </article>
  )
}

function Photos({ photos, author }: { photos: readonly string[]; author: string }) {
  const [shown, setShown] = useState<number | null>(null)
  const pictures = photos.map((src, at) => ({ src, alt: t`Photo ${at + 1} by ${author}` }))
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {pictures.map(({ src, alt }, at) => (
          <li key={src}>
            <button
              type="button"
              onClick={() => setShown(at)}
              className="size-20 overflow-hidden rounded-sm border border-line"
            >
              <Picture src={src} alt={alt} sizes="5rem" ratio="tile" />
            </button>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <PictureDialog
          open
          onClose={() => setShown(null)}
          title={t`Photos by ${author}`}
          pictures={pictures}
          start={shown}
        />
      )}
    </>
  )
}

interface HelpfulButtonProps extends Pick<ReviewListProps, 'withAccount'> {
  review: Review
  isHelpful: boolean
}

function HelpfulButton({ review, isHelpful, withAccount }: HelpfulButtonProps) {
  const { mutateAsync: find, isPending, variables } = useFindHelpful()
  // What the shopper has chosen shows before the server has answered.
  const chosen = isPending ? variables.helpful : isHelpful
  const others = review.helpful - (isHelpful ? 1 : 0)
  const count = others + (chosen ? 1 : 0)
  const toggle = () =>
    find({ review: review.id, helpful: !chosen }).catch((error: Error) =>
      toast('error', messageOf(error, t`Something went wrong`)),
    )
  return (
    <div>
      <Button
        variant="quiet"
        aria-pressed={chosen}
        onClick={() => withAccount(() => void toggle())}
        className="-ml-3 text-sm"
      >
        <ThumbsUp aria-hidden className={chosen ? 'size-4 fill-current' : 'size-4'} />
        {t`Helpful`}
        {count > 0 && ` (${count})`}
        <span className="sr-only">: {t`review by ${review.author}`}</span>
      </Button>
    </div>
  )
}
