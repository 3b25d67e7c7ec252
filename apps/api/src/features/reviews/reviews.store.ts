/** What customers say and ask of products. */
import type { ReviewState } from '@haat/contract/reviews'
import { brandedName, type REVIEW_SORTS } from '@haat/contract/rules'
import {
  and,
  asc,
  avg,
  count,
  desc,
  eq,
  exists,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  ne,
  type SQL,
} from 'drizzle-orm'
import { changeRows, deleteRows, findRows, type Reader, type Tx } from '../../db/database.ts'
import type { Tables } from '../../db/schema.ts'
import { emailOf } from '../auth/customer.store.ts'

export type ReviewRow = Tables['reviews']['$inferSelect']
export type FoundReview = Awaited<ReturnType<typeof findReviews>>[number]
export type FoundQuestion = Awaited<ReturnType<typeof findQuestions>>[number]
type QuestionRow = Tables['questions']['$inferSelect']

/** Restricts a list of reviews. */
export interface ReviewFilter {
  id?: number | undefined
  product_id?: number | undefined
  user_id?: number | undefined
  state?: ReviewState | undefined
  stars?: number | undefined
  /** Only those with photos. */
  photos?: boolean | undefined
  /** Only those that the shop has not answered. */
  unanswered?: boolean | undefined
}

type Sort = (typeof REVIEW_SORTS)[number]

function matching(reader: Reader, filter: ReviewFilter): SQL | undefined {
  const { reviews, review_photos: shown } = reader.tables
  const equal = (['id', 'product_id', 'user_id', 'state', 'stars'] as const).map((name) =>
    filter[name] === undefined ? undefined : eq(reviews[name], filter[name]),
  )
  const ofReview = reader.select({ id: shown.id }).from(shown).where(eq(shown.review_id, reviews.id))
  return and(
    ...equal,
    filter.photos ? exists(ofReview) : undefined,
    filter.unanswered ? isNull(reviews.answer) : undefined,
  )
}

function orderOf({ tables: { reviews } }: Reader, sort: Sort): SQL[] {
  const newest = desc(reviews.id)
  const leads = {
    helpful: [desc(reviews.helpful)],
    newest: [],
    highest: [desc(reviews.stars)],
    lowest: [asc(reviews.stars)],
  }
  return [...leads[sort], newest]
}

/** Reviews with their photos, the name of the customer and of the product. */
export async function findReviews(
  reader: Reader,
  filter: ReviewFilter,
  { sort = 'newest', limit, offset = 0 }: { sort?: Sort; limit: number; offset?: number },
) {
  const { reviews, users, products, review_photos: photos } = reader.tables
  const rows = await reader
    .select({ ...getTableColumns(reviews), customer: users.name, product_name: products.name })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.user_id))
    .innerJoin(products, eq(products.id, reviews.product_id))
    .where(matching(reader, filter))
    .orderBy(...orderOf(reader, sort))
    .limit(limit)
    .offset(offset)
  const ids = rows.map(({ id }) => id)
  const shown =
    ids.length === 0 ? [] : await findRows(reader, photos, inArray(photos.review_id, ids), asc(photos.id))
  return rows.map((row) => ({
    ...row,
    photos: shown.filter(({ review_id }) => review_id === row.id).map(({ media_url }) => media_url),
  }))
}

export const countReviews = (reader: Reader, filter: ReviewFilter): Promise<number> =>
  reader.$count(reader.tables.reviews, matching(reader, filter))

/** How many shown reviews of a product have one to five stars. */
export async function countByStars(reader: Reader, productId: number): Promise<number[]> {
  const { reviews } = reader.tables
  const rows = await reader
    .select({ stars: reviews.stars, found: count() })
    .from(reviews)
    .where(and(eq(reviews.product_id, productId), eq(reviews.state, 'SHOWN')))
    .groupBy(reviews.stars)
  return [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.stars === stars)?.found ?? 0)
}

/** What a customer bought of a product and received, the last first; undefined for nothing. */
export async function findReceived(reader: Reader, customerId: number, productId: number) {
  const { orders, order_items: items } = reader.tables
  const [row] = await reader
    .select({ variant_name: items.variant_name })
    .from(orders)
    .innerJoin(items, eq(items.order_id, orders.id))
    .where(
      and(
        eq(orders.user_id, customerId),
        inArray(orders.status, ['DELIVERED', 'RETURNED']),
        eq(items.product_id, productId),
      ),
    )
    .orderBy(desc(items.id))
    .limit(1)
  return row
}

/** Writes or replaces the review of a customer, who must be locked. */
export async function storeReview(
  tx: Tx,
  review: Pick<
    ReviewRow,
    'product_id' | 'user_id' | 'state' | 'stars' | 'text' | 'variant_name' | 'written_at'
  > &
    Partial<Pick<ReviewRow, 'answer' | 'answered_at'>>,
): Promise<void> {
  const { reviews } = tx.tables
  const { product_id: _product, user_id: _customer, ...set } = review
  await tx
    .insert(reviews)
    .values(review)
    .onConflictDoUpdate({ target: [reviews.product_id, reviews.user_id], set })
}

export const updateReview = (tx: Tx, id: number, changes: Partial<ReviewRow>): Promise<number> =>
  changeRows(tx, tx.tables.reviews, changes, eq(tx.tables.reviews.id, id))

export const deleteReview = (tx: Tx, id: number): Promise<number> =>
  deleteRows(tx, tx.tables.reviews, eq(tx.tables.reviews.id, id))

export async function insertPhoto(tx: Tx, review_id: number, media_url: string): Promise<void> {
  await tx.insert(tx.tables.review_photos).values({ review_id, media_url })
}

/** Makes a product's rating that of its shown reviews. Call it after one was written, shown, hidden or deleted. */
export async function refreshRating(tx: Tx, productId: number): Promise<void> {
  const { reviews, products } = tx.tables
  const [row] = await tx
    .select({ stars: avg(reviews.stars), shown: count() })
    .from(reviews)
    .where(and(eq(reviews.product_id, productId), eq(reviews.state, 'SHOWN')))
  const rating = Math.round(Number(row?.stars ?? 0) * 10) / 10
  await tx
    .update(products)
    .set({ rating, review_count: row?.shown ?? 0 })
    .where(eq(products.id, productId))
}

/** The reviews of a product that a customer found helpful. */
export async function findVotes(reader: Reader, customerId: number, productId: number): Promise<number[]> {
  const { review_votes: votes, reviews } = reader.tables
  const rows = await reader
    .select({ id: votes.review_id })
    .from(votes)
    .innerJoin(reviews, eq(reviews.id, votes.review_id))
    .where(and(eq(votes.user_id, customerId), eq(reviews.product_id, productId)))
  return rows.map(({ id }) => id)
}

/** Counts a customer's vote once, or takes it back. @returns the votes of the review now */
export async function vote(tx: Tx, review_id: number, user_id: number, helpful: boolean): Promise<number> {
  const { review_votes: votes, reviews } = tx.tables
  if (helpful) await tx.insert(votes).values({ review_id, user_id }).onConflictDoNothing()
  else await tx.delete(votes).where(and(eq(votes.review_id, review_id), eq(votes.user_id, user_id)))
  const [row] = await tx.select({ found: count() }).from(votes).where(eq(votes.review_id, review_id))
  await tx
    .update(reviews)
    .set({ helpful: row?.found ?? 0 })
    .where(eq(reviews.id, review_id))
  return row?.found ?? 0
}

/** Questions with the names of customer and product. @param answered whether only answered or only open ones */
export async function findQuestions(
  reader: Reader,
  filter: { id?: number; product_id?: number | undefined; user_id?: number; answered?: boolean | undefined },
  limit: number,
) {
  const { questions, users, products } = reader.tables
  const equal = (['id', 'product_id', 'user_id'] as const).map((name) =>
    filter[name] === undefined ? undefined : eq(questions[name], filter[name]),
  )
  const { answered } = filter
  const answer = answered ? isNotNull(questions.answered_at) : isNull(questions.answered_at)
  return reader
    .select({ ...getTableColumns(questions), customer: users.name, product_name: products.name })
    .from(questions)
    .innerJoin(users, eq(users.id, questions.user_id))
    .innerJoin(products, eq(products.id, questions.product_id))
    .where(and(...equal, answered === undefined ? undefined : answer))
    .orderBy(desc(answered ? questions.answered_at : questions.id))
    .limit(limit)
}

export async function insertQuestion(
  tx: Tx,
  question: Pick<QuestionRow, 'product_id' | 'user_id' | 'text' | 'asked_at'>,
): Promise<void> {
  await tx.insert(tx.tables.questions).values(question)
}

export const updateQuestion = (tx: Tx, id: number, changes: Partial<QuestionRow>): Promise<number> =>
  changeRows(tx, tx.tables.questions, changes, eq(tx.tables.questions.id, id))

export const deleteQuestion = (tx: Tx, id: number): Promise<number> =>
  deleteRows(tx, tx.tables.questions, eq(tx.tables.questions.id, id))

/** The customer of an order that stays delivered, who may be asked, and its published products without a review of that customer. */
export async function findUnreviewed(reader: Reader, orderId: number) {
  const { orders, order_items: items, products, users, reviews } = reader.tables
  const [customer] = await reader
    .select({ id: users.id, name: users.name, email: emailOf(users), language: users.language })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.user_id))
    .where(and(eq(orders.id, orderId), eq(orders.status, 'DELIVERED'), isNull(users.review_mails_ended_at)))
  if (!customer) return { customer, products: [] }
  const own = and(eq(reviews.product_id, products.id), eq(reviews.user_id, customer.id))
  const rows = await reader
    .selectDistinct({ id: products.id, name: products.name, brand: products.brand })
    .from(items)
    .innerJoin(products, eq(products.id, items.product_id))
    .leftJoin(reviews, own)
    .where(and(eq(items.order_id, orderId), eq(products.is_published, true), isNull(reviews.id)))
    .orderBy(asc(products.id))
  return { customer, products: rows.map((product) => ({ id: product.id, name: brandedName(product) })) }
}

/** A question or review that is shown, with its product and who wrote it. */
export async function findAnswered(reader: Reader, of: 'questions' | 'reviews', id: number) {
  const { [of]: words, reviews, users, products } = reader.tables
  const { text, answer, product_id } = words
  const [row] = await reader
    .select({
      ...{ text, answer, product_id },
      product: { name: products.name, brand: products.brand },
      name: users.name,
      email: emailOf(users),
      language: users.language,
    })
    .from(words)
    .innerJoin(users, eq(users.id, words.user_id))
    .innerJoin(products, eq(products.id, words.product_id))
    .where(and(eq(words.id, id), of === 'reviews' ? ne(reviews.state, 'HIDDEN') : undefined))
  return row && { ...row, product: brandedName(row.product) }
}

export const countOpenQuestions = (reader: Reader): Promise<number> =>
  reader.$count(reader.tables.questions, isNull(reader.tables.questions.answered_at))

/**
 * Deletes all that a customer wrote about products.
 *
 * @returns the addresses of the photos, whose files the caller deletes
 */
export async function deleteWordsOf(tx: Tx, customerId: number): Promise<string[]> {
  const { reviews, questions, review_votes: votes, review_photos: photos } = tx.tables
  const own = await tx.select().from(reviews).where(eq(reviews.user_id, customerId))
  const ids = own.map(({ id }) => id)
  const shown =
    ids.length === 0 ? [] : await tx.delete(photos).where(inArray(photos.review_id, ids)).returning()
  const voted = await tx.select({ id: votes.review_id }).from(votes).where(eq(votes.user_id, customerId))
  for (const { id } of voted) await vote(tx, id, customerId, false)
  await tx.delete(reviews).where(eq(reviews.user_id, customerId))
  await tx.delete(questions).where(eq(questions.user_id, customerId))
  for (const { product_id } of own) await refreshRating(tx, product_id)
  return shown.map(({ media_url }) => media_url)
}
