/** What customers are mailed about reviews and questions. */
import { productPath } from '@haat/contract/storefront-paths'
import * as z from 'zod/mini'
import { t } from '#say'
import type { Tx } from '../../db/database.ts'
import { keyedDigest } from '../../secrets.ts'
import type { Shop } from '../../shop.ts'
import { letter, type MailShop } from '../mail/mail-layout.ts'
import { mailKind } from '../mail/outbox.ts'
import { readSettings } from '../settings/settings.store.ts'
import { findAnswered, findUnreviewed, type ReviewRow } from './reviews.store.ts'

const DAY_MS = 86_400_000

/** Asks for reviews of what was delivered, some days later. Nobody is asked about what went back or is reviewed already. */
export const reviewMails = mailKind({
  kind: 'review',
  payload: z.object({ order_id: z.int() }),
  async compose(shop, { order_id }) {
    const { customer, products } = await findUnreviewed(shop.db, order_id)
    if (!customer?.email || products.length === 0) return null
    const { id, email, name, language } = customer
    const stop = `${shop.config.publicUrl}/stop-mails/${id}/${stopSignature(shop, id)}`
    const write = (from: MailShop) => letter(from, { ...invitation(name, products), stop })
    return { to: email, language, stop, write }
  },
})

function invitation(hello: string, products: { id: number; name: string }[]) {
  const { name } = products[0]!
  const isOne = products.length === 1
  return {
    ...{ subject: isOne ? t`How is ${name}?` : t`How is what you ordered?`, heading: t`How is it?`, hello },
    lines: [
      isOne
        ? t`Some days ago we delivered ${name} to you. Other customers would like to know how it is: a few words are enough.`
        : t`Some days ago we delivered what you ordered to you. Other customers would like to know how it is: a few words are enough.`,
    ],
    links: products.map(({ id, name }) => ({
      label: t`Rate ${name}`,
      path: `${productPath(id, name)}?review=write#reviews`,
    })),
  }
}

/** Of the link that ends these mails without a login. */
export const stopSignature = ({ config }: Pick<Shop, 'config'>, customerId: number): string =>
  keyedDigest(config.keys.mails, `stop ${customerId}`).slice(0, 22)

/** Call it where an order is delivered. */
export async function enqueueReviewMail(tx: Tx, order_id: number, now: Date): Promise<void> {
  const { ask_after_days: days } = (await readSettings(tx)).reviews
  if (days === null) return
  await reviewMails.enqueue(tx, { order_id }, `review:${order_id}`, new Date(now.getTime() + days * DAY_MS))
}

/** Tells a customer what the shop answered. */
const answered = (kind: string, to: 'questions' | 'reviews') =>
  mailKind({
    kind,
    payload: z.object({ id: z.int() }),
    async compose(shop, { id }) {
      const found = await findAnswered(shop.db, to, id)
      if (!found?.email || found.answer === null) return null
      const { email, language, name: hello, product_id, product, text: question, answer } = found
      return {
        ...{ to: email, language },
        write: (from) =>
          letter(from, {
            ...{ subject: t`Our answer about ${product}`, heading: t`Our answer`, hello },
            lines: [
              to === 'questions'
                ? t`You asked about ${product}: ${question}`
                : t`We have answered your review of ${product}:`,
              answer,
            ],
            links: [{ label: t`See ${product}`, path: productPath(product_id, product) }],
          }),
      }
    },
  })

export const answerMails = answered('answer', 'questions')
export const reviewAnswerMails = answered('review_answer', 'reviews')

export const enqueueAnswer = (tx: Tx, id: number): Promise<void> =>
  answerMails.enqueue(tx, { id }, `answer:${id}`)

/** Once for what the customer wrote then: the shop may change its answer. */
export const enqueueReviewAnswer = (
  tx: Tx,
  { id, written_at }: Pick<ReviewRow, 'id' | 'written_at'>,
): Promise<void> => reviewAnswerMails.enqueue(tx, { id }, `review_answer:${id}:${written_at.getTime()}`)
