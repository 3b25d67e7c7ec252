/** What customers are mailed about reviews and questions. */
import { productPath } from '@haat/contract/storefront-paths'
import * as z from 'zod/mini'
import type { Tx } from '../../db/database.ts'
import { letter, mailShop } from '../mail/mail-layout.ts'
import { mailKind } from '../mail/outbox.ts'
import { readSettings } from '../settings/settings.store.ts'
import { findAsker, findUnreviewed } from './reviews.store.ts'

const DAY_MS = 86_400_000

/** Asks for reviews of what was delivered, some days later. Nobody is asked about what went back or is reviewed already. */
export const reviewMails = mailKind({
  kind: 'review',
  payload: z.object({ order_id: z.int() }),
  async compose(shop, { order_id }) {
    const { customer, products } = await findUnreviewed(shop.db, order_id)
    if (!customer?.email || products.length === 0) return null
    const things = products.length === 1 ? products[0]!.name : 'what you ordered'
    const text = letter(await mailShop(shop), {
      ...{ subject: `How is ${things}?`, heading: 'How is it?', hello: customer.name },
      lines: [
        `Some days ago we delivered ${things} to you. Other customers would like to know how it is: a few words are enough.`,
      ],
      links: products.map(({ id, name }) => ({
        label: `Rate ${name}`,
        path: `${productPath(id, name)}?review=write#reviews`,
      })),
    })
    return { to: customer.email, ...text }
  },
})

/** Call it where an order is delivered. */
export async function enqueueReviewMail(tx: Tx, order_id: number, now: Date): Promise<void> {
  const { ask_after_days: days } = (await readSettings(tx)).reviews
  if (days === null) return
  await reviewMails.enqueue(tx, { order_id }, `review:${order_id}`, new Date(now.getTime() + days * DAY_MS))
}

/** Tells a customer the answer to a question. */
export const answerMails = mailKind({
  kind: 'answer',
  payload: z.object({ question_id: z.int() }),
  async compose(shop, { question_id }) {
    const found = await findAsker(shop.db, question_id)
    if (!found?.email || found.answer === null) return null
    const { email, name, product_id, product_name, text, answer } = found
    const mail = letter(await mailShop(shop), {
      ...{ subject: `Our answer about ${product_name}`, heading: 'Our answer', hello: name },
      lines: [`You asked about ${product_name}: ${text}`, answer],
      links: [{ label: `See ${product_name}`, path: productPath(product_id, product_name) }],
    })
    return { to: email, ...mail }
  },
})

export const enqueueAnswer = (tx: Tx, question_id: number): Promise<void> =>
  answerMails.enqueue(tx, { question_id }, `answer:${question_id}`)
