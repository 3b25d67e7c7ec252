import { plural, t } from '@lingui/core/macro'
import type { OwnReview, Question, Review } from '@haat/contract/reviews'
import { LIMITS } from '@haat/contract/rules'
import { Button } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { FieldError, TextArea } from '@haat/ui/field'
import { BadgeCheck, Star, ThumbsUp } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { shortDate } from '../../lib/format.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PhotoPicker } from '../../ui/photo-picker.tsx'
import { Picture } from '../../ui/picture.tsx'
import { PictureDialog } from '../../ui/picture-dialog.tsx'
import { Stars } from '../../ui/stars.tsx'
import { toast } from '../../ui/toast.ts'
import { messageOf } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { useLoginHere } from '../../api/settings.queries.ts'
import { useAsk, useFindHelpful, useWriteReview } from './reviews.queries.ts'

interface ReviewListProps {
  reviews: readonly Review[]
  /** Ids of those that the customer found helpful. */
  foundHelpful: readonly number[]
  own: number | undefined
}

export function ReviewList({ reviews, foundHelpful, own }: ReviewListProps) {
  return (
    <ul className="divide-y divide-line">
      {reviews.map((review) => (
        <li key={review.id} className="py-5 first:pt-0">
          <ShownReview review={review}>
            {review.id !== own && (
              <HelpfulButton review={review} isHelpful={foundHelpful.includes(review.id)} />
            )}
          </ShownReview>
        </li>
      ))}
    </ul>
  )
}

function ShownReview({ review, children }: { review: Review; children: ReactNode }) {
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

/** Runs what needs an account; a guest logs in first. */
function useWithAccount() {
  const session = useSession()
  const login = useLoginHere()
  return (act: () => unknown) => (session ? act() : login())
}

function HelpfulButton({ review, isHelpful }: { review: Review; isHelpful: boolean }) {
  const withAccount = useWithAccount()
  const { mutateAsync: find, isPending, variables } = useFindHelpful()
  // What the shopper has chosen shows before the server has answered.
  const chosen = isPending ? variables.helpful : isHelpful
  const count = review.helpful + Number(chosen) - Number(isHelpful)
  const toggle = () =>
    find({ review: review.id, helpful: !chosen }).catch((error: Error) =>
      toast('error', messageOf(error, t`Something went wrong`)),
    )
  return (
    <div>
      <Button
        variant="quiet"
        aria-pressed={chosen}
        onClick={() => void withAccount(toggle)}
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

/** What each number of stars says. */
const meanings = () => [t`Bad`, t`Not good`, t`All right`, t`Good`, t`Excellent`]

interface ReviewDialogProps {
  product: { id: number; name: string }
  /** What the customer wrote before. */
  review: OwnReview | null
  onClose: () => void
}

export function ReviewDialog({ product, review, onClose }: ReviewDialogProps) {
  const [stars, setStars] = useState(review?.stars ?? 0)
  const [wasSent, setSent] = useState(false)
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
    stars === 0 ? Promise.reject(new Error()) : write({ stars, text, photos }, { onSuccess: sent })
  return (
    <FormDialog
      title={review ? t`Change your review` : t`Rate ${product.name}`}
      button={review ? t`Save Review` : t`Send Review`}
      keep={t`Not now`}
      send={send}
      failureText={(error) => {
        setSent(true)
        return stars === 0 ? null : messageOf(error, t`The review could not be sent. Please try again.`)
      }}
      onClose={onClose}
    >
      <div data-invalid={stars === 0 || undefined}>
        <StarChoice stars={stars} onChange={setStars} />
        {wasSent && !stars && <FieldError id="no-stars">{t`Please choose one to five stars`}</FieldError>}
      </div>
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

interface QuestionsProps {
  product: { id: number; name: string }
  /** The customer's own have no answer yet. */
  questions: readonly (Pick<Question, 'id' | 'text'> & Partial<Question>)[]
}

export function Questions({ product, questions }: QuestionsProps) {
  const withAccount = useWithAccount()
  const headingId = useId()
  const [asks, setAsks] = useState(false)
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className="text-lg font-bold">{t`Questions & Answers`}</h3>
      {questions.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {questions.map(({ id, text, author, answer, answered_at }) => (
            <li key={id} className="grid gap-1 py-4">
              <p className="font-semibold wrap-anywhere">
                <span className="text-ink-soft">{t`Q:`} </span>
                {text}
              </p>
              <p className="whitespace-pre-line wrap-anywhere empty:hidden">
                {answer && <span className="font-semibold text-ink-soft">{t`A:`} </span>}
                {answer}
              </p>
              <p className="text-sm text-ink-soft">
                {author && answered_at
                  ? t`Asked by ${author}, answered by the shop on ${shortDate(answered_at)}`
                  : t`Your question, waiting for our answer`}
              </p>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-ink-soft">
          {questions.length === 0 ? t`Nobody has asked yet.` : t`Something else that you want to know?`}
        </p>
        <Button variant="outline" onClick={() => withAccount(() => setAsks(true))}>
          {t`Ask a Question`}
        </Button>
      </div>
      {asks && <QuestionDialog product={product} onClose={() => setAsks(false)} />}
    </section>
  )
}

function QuestionDialog({ product, onClose }: Pick<QuestionsProps, 'product'> & { onClose: () => void }) {
  const [text, setText] = useState('')
  const { mutateAsync: ask } = useAsk(product.id)
  const sent = ({ message }: { message: string }) => {
    toast('success', message)
    onClose()
  }
  return (
    <FormDialog
      title={t`Ask about ${product.name}`}
      button={t`Send Question`}
      keep={t`Not now`}
      send={() => ask(text, { onSuccess: sent })}
      failureText={(error) => messageOf(error, t`The question could not be sent. Please try again.`)}
      onClose={onClose}
    >
      <TextArea
        label={t`Your question`}
        hint={t`We show question and answer on this page with your first name and initial, and mail the answer to you if your profile has an email.`}
        maxLength={LIMITS.question_length}
        rows={4}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  )
}
