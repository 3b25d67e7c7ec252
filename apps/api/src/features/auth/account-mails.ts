/** The mails about an account: the code that resets a password, and the notice that it was changed. */
import { LIMITS } from '@haat/contract/rules'
import { t } from '#say'
import * as z from 'zod/mini'
import type { Tx } from '../../db/database.ts'
import { formatMoment } from '../../format.ts'
import { html } from '../../html.ts'
import {
  letter,
  LINE,
  mailPage,
  type MailShop,
  type MailText,
  paragraph,
  PEACOCK,
  SOFT,
  textFooter,
  type,
} from '../mail/mail-layout.ts'
import { mailKind } from '../mail/outbox.ts'
import { readCustomer, toCustomer } from './customer.store.ts'

/** What a code is for, per mail. */
const OTP_PURPOSES = {
  reset: () => ({
    heading: t`Reset your password`,
    told: t`your OTP to reset your password is`,
    ignored: t`If you did not ask for it, ignore this mail: your password stays as it is.`,
  }),
  verify: () => ({
    heading: t`Verify your email`,
    told: t`your OTP to verify your email is`,
    ignored: t`If you did not ask for it, ignore this mail: nothing happens without the code.`,
  }),
}

export type OtpPurpose = keyof typeof OTP_PURPOSES

/** A mail with a code. It is never stored, so it does not go through the outbox. */
export function otpMail(
  shop: MailShop,
  { name, code, purpose }: { name: string; code: string; purpose: OtpPurpose },
): MailText {
  const { heading, told, ignored } = OTP_PURPOSES[purpose]()
  const { shop_name } = shop
  const minutes = LIMITS.otp_minutes
  const hello = t`Hello ${name},`
  const until = t`The code is valid for ${minutes} minutes and works once.`
  const warning = `${t`Nobody from ${shop_name} will ever ask you for it.`} ${ignored}`
  return {
    subject: t`Your ${shop_name} OTP`,
    text: [hello, `${told}: ${code}`, until, warning, textFooter(shop)].join('\n\n'),
    html: mailPage({
      shop,
      // No code here: a locked phone shows this line.
      preview: t`Valid for ${minutes} minutes.`,
      heading,
      body: [
        paragraph(`${hello} ${told}:`),
        html`<p
          style="margin:0 0 16px;padding:16px;border:1px solid ${LINE};border-radius:10px;text-align:center;letter-spacing:8px;${type(32, PEACOCK, 700)}"
        >
          ${code}
        </p>`,
        paragraph(until),
        paragraph(warning, type(14, SOFT)),
      ],
    }),
  }
}

export const passwordChangedMails = mailKind({
  kind: 'password_changed',
  payload: z.object({ customer_id: z.int(), at: z.iso.datetime() }),
  async compose(shop, { customer_id, at }) {
    const customer = await readCustomer(shop.db, customer_id)
    const { name, email: to } = toCustomer(customer)
    if (to === '') return null
    const write = (from: MailShop) => passwordChangedMail(from, { name, at: new Date(at) })
    return { to, language: customer.language, write }
  },
})

/**
 * Mails the customer that the password was changed.
 *
 * @param revision the customer's revision before the change; each change has another one
 */
export const enqueuePasswordChangedMail = (
  tx: Tx,
  customerId: number,
  revision: number,
  at: Date,
): Promise<void> =>
  passwordChangedMails.enqueue(
    tx,
    { customer_id: customerId, at: at.toISOString() },
    `password-changed:${customerId}:${revision}`,
  )

/** The mail after a password change, with advice in case somebody else changed it. */
export function passwordChangedMail(shop: MailShop, { name, at }: { name: string; at: Date }): MailText {
  const moment = `${formatMoment(at)} IST`
  const { shop_name, contact } = shop
  const [email] = contact.emails
  const change = t`The password of your account was changed on ${moment}, and every other device was logged out.`
  const advice =
    email === undefined
      ? t`If that was you, there is nothing to do. If not, choose "Forgot password" on the login page at once.`
      : t`If that was you, there is nothing to do. If not, choose "Forgot password" on the login page at once, and write to ${email}.`
  const heading = t`Your password was changed`
  return {
    ...letter(shop, { heading, preview: moment, hello: name, lines: [change, advice] }),
    subject: t`Your ${shop_name} password was changed`,
  }
}

/** The last mail to a customer, whose account is erased. It is never stored. */
export function accountClosedMail(shop: MailShop, name: string): MailText {
  const { shop_name } = shop
  const heading = t`Your account is closed`
  const done = t`Your account at ${shop_name} is closed, and what was personal in it is deleted. We keep your orders and their papers as long as tax law asks.`
  return {
    ...letter(shop, { heading, preview: shop_name, hello: name, lines: [done] }),
    subject: t`Your ${shop_name} account is closed`,
  }
}
