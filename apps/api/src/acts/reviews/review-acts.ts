/** What a merchant can do with reviews and questions. All functions throw Failures. */
import type { Staff } from '@haat/contract/staff/index'
import type { Reader } from '../../db/database.ts'
import { enqueueAnswer, enqueueReviewAnswer } from '../../features/reviews/review-mails.ts'
import {
  deleteQuestion,
  findQuestions,
  findReviews,
  type FoundQuestion,
  type FoundReview,
  refreshRating,
  type ReviewRow,
  updateQuestion,
  updateReview,
} from '../../features/reviews/reviews.store.ts'
import { noSuch } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import type { ActTable } from '../act-table.ts'

async function getReview(reader: Reader, id: number): Promise<FoundReview> {
  const [found] = await findReviews(reader, { id }, { limit: 1 })
  if (!found) throw noSuch(`There is no review ${id}.`)
  return found
}

async function getQuestion(reader: Reader, id: number): Promise<FoundQuestion> {
  const [found] = await findQuestions(reader, { id }, 1)
  if (!found) throw noSuch(`There is no question ${id}.`)
  return found
}

const changeReview = ({ db }: Shop, id: number, changes: Partial<ReviewRow>): Promise<FoundReview> =>
  db.transaction(async (tx) => {
    const { product_id } = await getReview(tx, id)
    await updateReview(tx, id, changes)
    if (changes.state) await refreshRating(tx, product_id)
    const changed = await getReview(tx, id)
    if (changes.answer) await enqueueReviewAnswer(tx, changed)
    return changed
  })

export const reviewActs: ActTable<Staff['reviews']> = {
  list: ({ db }, { product, unanswered, limit, ...filter }) =>
    findReviews(db, { ...filter, product_id: product, unanswered }, { limit }),
  answer: (shop, { review, answer }) => changeReview(shop, review, { answer, answered_at: shop.now() }),
  approve: (shop, { review }) => changeReview(shop, review, { state: 'SHOWN' }),
  hide: (shop, { review }) => changeReview(shop, review, { state: 'HIDDEN' }),
}

export const questionActs: ActTable<Staff['questions']> = {
  list: ({ db }, { id, open, limit }) =>
    findQuestions(db, { ...(id !== undefined && { id }), answered: open ? false : undefined }, limit),
  answer: ({ db, now }, { question, answer }) =>
    db.transaction(async (tx) => {
      await getQuestion(tx, question)
      await updateQuestion(tx, question, { answer, answered_at: now() })
      await enqueueAnswer(tx, question)
      return getQuestion(tx, question)
    }),
  remove: ({ db }, { question }) =>
    db.transaction(async (tx) => {
      const { id } = await getQuestion(tx, question)
      await deleteQuestion(tx, id)
      return { id }
    }),
}
