import type { Contract } from '@haat/contract'
import type { OwnReview, Question, Review } from '@haat/contract/reviews'
import { LIMITS } from '@haat/contract/rules'
import { t } from '#say'
import type { Reader } from '../../db/database.ts'
import { conflict, noSuch } from '../../http/failure.ts'
import type { Handlers } from '../../http/serve.ts'
import { asCustomer, hasEmail } from '../auth/customer.store.ts'
import { isPublished } from '../catalog/product-list.store.ts'
import { reviewPictureName } from '../media/media-urls.ts'
import { deletePicture, storePhoto } from '../media/picture-upload.ts'
import { readSettings } from '../settings/settings.store.ts'
import {
  countByStars,
  countReviews,
  deleteReview,
  findQuestions,
  findReceived,
  findReviews,
  findVotes,
  type FoundQuestion,
  type FoundReview,
  insertPhoto,
  insertQuestion,
  refreshRating,
  storeReview,
  updateReview,
  vote,
} from './reviews.store.ts'

export const reviews: Handlers<Contract['reviews']> = {
  async list({ params: { id }, query: { page = 1, sort = 'helpful', ...wanted } }, { db }) {
    if (!(await isPublished(db, id))) throw noSuch(t`Product not found`)
    const filter = { ...wanted, product_id: id, state: 'SHOWN' as const }
    const limit = LIMITS.review_page
    const histogram = await countByStars(db, id)
    // Most products have no reviews.
    const total = histogram.some((count) => count > 0) ? await countReviews(db, filter) : 0
    const wantedPage = { sort, limit, offset: (page - 1) * limit }
    const found = total === 0 ? [] : await findReviews(db, filter, wantedPage)
    const asked =
      page > 1 ? [] : await findQuestions(db, { product_id: id, answered: true }, LIMITS.shown_questions)
    return {
      ...{ reviews: found.map(toReview), total },
      totalPages: Math.max(1, Math.ceil(total / limit)),
      histogram,
      questions: asked.map(toQuestion),
    }
  },

  own: async ({ params: { id: product_id }, customerId: user_id }, { db }) => ({
    review: await ownReview(db, user_id, product_id),
    may_write: (await findReceived(db, user_id, product_id)) !== undefined,
    found_helpful: await findVotes(db, user_id, product_id),
    open_questions: await findQuestions(db, { product_id, user_id, answered: false }, LIMITS.open_questions),
  }),

  async write({ params: { id: product_id }, body, customerId }, { db, now }) {
    await asCustomer(db, customerId, async (tx) => {
      if (!(await isPublished(tx, product_id))) throw noSuch(t`Product not found`)
      const received = await findReceived(tx, customerId, product_id)
      if (!received)
        throw conflict(t`You can review what was delivered to you.`, { code: 'NOT_DELIVERED_TO_YOU' })
      const { reviews: rules } = await readSettings(tx)
      const before = await ownReview(tx, customerId, product_id)
      // What the shop took away does not come back by a change of its words.
      const state = rules.approve ? 'PENDING' : 'SHOWN'
      const { variant_name } = received
      // An answer to other words would be read as one to these.
      const isSame = before?.stars === body.stars && before.text === body.text
      await storeReview(tx, {
        answer: isSame ? before.answer : null,
        answered_at: isSame ? before.answered_at : null,
        ...{ ...body, product_id, variant_name, user_id: customerId, written_at: now() },
        state: before?.state === 'HIDDEN' ? 'HIDDEN' : state,
      })
      await refreshRating(tx, product_id)
    })
    return { review: await ownReview(db, customerId, product_id) }
  },

  async remove({ params: { id: product_id }, customerId }, { db, media }) {
    const photos = await asCustomer(db, customerId, async (tx) => {
      const own = await ownReview(tx, customerId, product_id)
      if (!own) return []
      // Deleted, it could be written again as if nothing had been.
      if (own.state === 'HIDDEN') throw conflict(t`We have taken this review away: nobody sees it.`)
      await deleteReview(tx, own.id)
      await refreshRating(tx, product_id)
      return own.photos
    })
    for (const photo of photos) await deletePicture(media, photo)
    return { review: null }
  },

  helpful: ({ params: { id }, body, customerId }, { db }) =>
    asCustomer(db, customerId, async (tx) => {
      const [review] = await findReviews(tx, { id, state: 'SHOWN' }, { limit: 1 })
      if (!review) throw noSuch(t`Review not found`)
      if (review.user_id === customerId) throw conflict(t`This is your own review.`)
      return { helpful: await vote(tx, id, customerId, body.helpful) }
    }),

  async ask({ params: { id: product_id }, body, customerId }, { db, now }) {
    const canMail = await asCustomer(db, customerId, async (tx, customer) => {
      if (!(await isPublished(tx, product_id))) throw noSuch(t`Product not found`)
      const open = await findQuestions(tx, { user_id: customerId, answered: false }, LIMITS.open_questions)
      if (open.length >= LIMITS.open_questions)
        throw conflict(t`Please wait until we have answered your other questions.`)
      await insertQuestion(tx, { ...body, product_id, user_id: customerId, asked_at: now() })
      return hasEmail(customer)
    })
    return {
      message: canMail
        ? t`Thank you. We mail you our answer.`
        : t`Thank you. Our answer appears on this page.`,
    }
  },
}

export const reviewPhotos: Handlers<Contract['reviewPhotos']> = {
  async add({ params: { id: product_id }, body, customerId }, { db, media }) {
    roomForPhoto(await ownReview(db, customerId, product_id))
    await storePhoto(media, body, reviewPictureName(), (media_url) =>
      asCustomer(db, customerId, async (tx) => {
        const { id, state } = roomForPhoto(await ownReview(tx, customerId, product_id))
        await insertPhoto(tx, id, media_url)
        const { reviews: rules } = await readSettings(tx)
        if (rules.approve && state === 'SHOWN') await updateReview(tx, id, { state: 'PENDING' })
        await refreshRating(tx, product_id)
      }),
    )
    return { review: await ownReview(db, customerId, product_id) }
  },
}

/** @throws Failure 404 without a review, 409 where it has all the photos that it may have */
function roomForPhoto(review: OwnReview | null): OwnReview {
  if (!review) throw noSuch(t`Review not found`)
  if (review.photos.length >= LIMITS.review_photos)
    throw conflict(t`A review can have ${LIMITS.review_photos} photos.`)
  return review
}

async function ownReview(reader: Reader, user_id: number, product_id: number): Promise<OwnReview | null> {
  const [found] = await findReviews(reader, { user_id, product_id }, { limit: 1 })
  return found ? { ...toReview(found), state: found.state } : null
}

/** `Asha R.`: enough for a shopper, too little to find somebody. */
export function authorOf(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/u)
  const last = others.at(-1)
  return last ? `${first} ${[...last][0]!.toLocaleUpperCase('en-IN')}.` : first
}

function toReview({ customer, variant_name, ...review }: FoundReview): Review {
  const { id, stars, text, written_at, photos, helpful, answer, answered_at } = review
  const author = authorOf(customer)
  return {
    ...{ id, stars, text, written_at, photos, helpful, answer, answered_at },
    author,
    variant: variant_name,
  }
}

function toQuestion({ id, text, asked_at, answer, answered_at, customer }: FoundQuestion): Question {
  return { ...{ id, text, asked_at }, author: authorOf(customer), answer: answer!, answered_at: answered_at! }
}
