import { plural, t } from '@lingui/core/macro'
import type { OwnReview } from '@haat/contract/reviews'
import { LIMITS } from '@haat/contract/rules'
import { TextArea } from '@haat/ui/field'
import { cx } from '@haat/ui/cx'
import { Star } from 'lucide-react'
import { useId, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PhotoPicker } from '../../ui/photo-picker.tsx'
import { toast } from '../../ui/toast.ts'
import { useWriteReview } from './reviews.queries.ts'

/** What each number of stars says. */
const meanings = () => [t`Bad`, t`Not good`, t`All right`, t`Good`, t`Excellent`]

interface ReviewDialogProps {
  product: { id: number; name: string }
  /** What the customer wrote before. */
  review: OwnReview | null
  onClose: () => void
}

/** Stars, words and photos of somebody who has the product. */
export function ReviewDialog({ product, review, onClose }: ReviewDialogProps) {
  const [stars, setStars] = useState(review?.stars ?? 0)
  const [text, setText] = useState(review?.text ?? '')
  const [photos, setPhotos] = useState<File[]>([])
  const { mutateAsync: write } = useWriteReview(product.id)
  const room = LIMITS.review_photos - (review?.photos.length ?? 0)
  const sent = (refused: string | null) => {
    if (refused === null) toast('success', t`Thank you for your review.`)
    else toast('error', t`We have your review, but not ${refused}`)
    onClose()
  }
  const send = () =>
    stars === 0 ? t`Please choose one to five stars` : write({ stars, text, photos }, { onSuccess: sent })
  return (
    <FormDialog
      title={review ? t`Change your review` : t`Rate ${product.name}`}
      button={review ? t`Save Review` : t`Send Review`}
      keep={t`Not now`}
      send={send}
      failureText={(error) => messageOf(error, t`The review could not be sent. Please try again.`)}
      onClose={onClose}
    >
      <StarChoice stars={stars} onChange={setStars} />
      <TextArea
        label={t`What did you like or dislike? (optional)`}
        maxLength={LIMITS.review_length}
        rows={5}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {room > 0 && (
        <PhotoPicker
          max={room}
          hint={t`Others see them beside your review.`}
          photos={photos}
          onChange={setPhotos}
        />
      )}
      <p className="text-sm text-ink-soft">{t`Everybody sees your first name and initial with your review. You can change or delete it later.`}</p>
    </FormDialog>
  )
}

function StarChoice({ stars, onChange }: { stars: number; onChange: (stars: number) => void }) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{t`Your rating`}</legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="-ml-1.5 flex">
          {meanings().map((meaning, at) => (
            <label
              key={meaning}
              className="grid size-11 cursor-pointer place-items-center rounded-md has-focus-visible:outline-2 has-focus-visible:outline-peacock"
            >
              <input
                type="radio"
                name={name}
                checked={stars === at + 1}
                onChange={() => onChange(at + 1)}
                className="sr-only"
              />
              <span className="sr-only">
                {plural(at + 1, { one: '# star', other: '# stars' })}: {meaning}
              </span>
              <Star
                aria-hidden
                className={cx(
                  'size-8 transition-colors',
                  at < stars ? 'fill-marigold text-marigold' : 'text-line-strong',
                )}
              />
            </label>
          ))}
        </div>
        <span aria-hidden className="font-semibold">
          {meanings()[stars - 1]}
        </span>
      </div>
    </fieldset>
  )
}
