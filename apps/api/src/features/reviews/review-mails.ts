/** What customers are mailed about reviews and questions. */
import { productPath } from '@haat/contract/storefront-paths'
import * as z from 'zod/mini'
import { t } from '#say'
import type { Tx } from '../../db/database.ts'
import { letter } from '../mail/mail-layout.ts'
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
    const { email, name, language } = customer
    return { to: email, language, write: (from) => letter(from, invitation(name, products)) }
  },
})

function invitation(hello: string, products: { id: number; name: string }[]) {
  const [first] = products
  const { name } = first!
  const isOne = products.length === 1
  return {
    ...{ subject: isOne ? t`How is ${name}?` : t`How is what you ordered?`, heading: t`How is it?`, hello },
    lines: [
      isOne
        ? t`Some days ago we delivered ${name} to you. Other customers would like to know how it is: a few words are enough.`
        : t`Some days ago we delivered what you ordered to you. Other customers would like to know how it is: a few words are enough.`,
    ],
    links: products.map((product) => rateLink(product)),
  }
}

const rateLink = ({ id, name }: { id: number; name: string }) => ({
  label: t`Rate ${name}`,
  path: `${productPath(id, name)}?review=write#reviews`,
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
    const { email, language, name: hello, product_id, product_name: product, text: question, answer } = found
    return {
      ...{ to: email, language },
      write: (from) =>
        letter(from, {
          ...{ subject: t`Our answer about ${product}`, heading: t`Our answer`, hello },
          lines: [t`You asked about ${product}: ${question}`, answer],
          links: [{ label: t`See ${product}`, path: productPath(product_id, product) }],
        }),
    }
  },
})

export const enqueueAnswer = (tx: Tx, question_id: number): Promise<void> =>
  answerMails.enqueue(tx, { question_id }, `answer:${question_id}`)
