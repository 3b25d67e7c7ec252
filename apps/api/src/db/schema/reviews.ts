/** What customers say and ask of products. */
import type { ReviewState } from '@haat/contract/reviews'
import { sql } from 'drizzle-orm'
import type { Kit } from './kit.postgres.ts'
import type { Catalogue } from './catalogue.ts'
import type { Customers } from './customers.ts'

export function defineReviews(kit: Kit, { users }: Customers, { products }: Catalogue) {
  const { table, id, idOf, integer, text, moment, index, primaryKey, unique, check } = kit
  const product = () => idOf(() => products.id, 'cascade')
  const customer = () => idOf(() => users.id, 'cascade')
  const reviews = table(
    'reviews',
    {
      id: id(),
      product_id: product(),
      user_id: customer(),
      state: text().$type<ReviewState>().notNull(),
      stars: integer().notNull(),
      text: text().notNull(),
      /** What was bought, as it was called then. */
      variant_name: text(),
      written_at: moment().notNull(),
      /** How many rows of `review_votes` there are. */
      helpful: integer().notNull().default(0),
      /** The shop's words. */
      answer: text(),
      answered_at: moment(),
    },
    (t) => [
      unique('reviews_one').on(t.product_id, t.user_id),
      index('reviews_user').on(t.user_id),
      index('reviews_state').on(t.state, t.id),
      check('reviews_stars', sql`${t.stars} between 1 and 5`),
    ],
  )
  const review = () => idOf(() => reviews.id, 'cascade')
  const review_photos = table(
    'review_photos',
    { id: id(), review_id: review(), media_url: text().notNull() },
    (t) => [index('review_photos_review').on(t.review_id)],
  )
  /** Who found a review helpful. */
  const review_votes = table('review_votes', { review_id: review(), user_id: customer() }, (t) => [
    primaryKey({ columns: [t.review_id, t.user_id] }),
    index('review_votes_user').on(t.user_id),
  ])
  const questions = table(
    'questions',
    {
      id: id(),
      product_id: product(),
      user_id: customer(),
      text: text().notNull(),
      asked_at: moment().notNull(),
      /** Null until the shop answers: then everybody sees both. */
      answer: text(),
      answered_at: moment(),
    },
    (t) => [
      index('questions_product').on(t.product_id, t.answered_at),
      index('questions_user').on(t.user_id),
      index('questions_answered').on(t.answered_at, t.id),
    ],
  )
  return { reviews, review_photos, review_votes, questions }
}
