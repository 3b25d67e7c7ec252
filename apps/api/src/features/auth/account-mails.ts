/** The mails about an account: the code that resets a password, and the notice that it was changed. */
import { LIMITS } from '@haat/contract/rules'
import * as z from 'zod/mini'
import type { Tx } from '../../db/database.ts'
import { formatMoment } from '../../format.ts'
import { html } from '../../html.ts'
import {
  LINE,
  mailPage,
  type MailShop,
  mailShop,
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
  reset: {
    act: 'reset your password',
    heading: 'Reset your password',
    ignored: 'your password stays as it is',
  },
  verify: {
    act: 'verify your email',
    heading: 'Verify your email',
    ignored: 'nothing happens without the code',
  },
}

export type OtpPurpose = keyof typeof OTP_PURPOSES

/** A mail with a code. It is never stored, so it does not go through the outbox. */
export function otpMail(
  shop: MailShop,
  { name, code, purpose }: { name: string; code: string; purpose: OtpPurpose },
): MailText {
  const { act, heading, ignored } = OTP_PURPOSES[purpose]
  const until = `The code is valid for ${LIMITS.otp_minutes} minutes and works once.`
  const warning = `Nobody from ${shop.shop_name} will ever ask you for it. If you did not ask for it, ignore this mail: ${ignored}.`
  return {
    subject: `Your ${shop.shop_name} OTP`,
    text: [`Hello ${name},`, `your OTP to ${act} is: ${code}`, until, warning, textFooter(shop)].join('\n\n'),
    html: mailPage({
      shop,
      // No code here: a locked phone shows this line.
      preview: `Valid for ${LIMITS.otp_minutes} minutes.`,
      heading,
      body: [
        paragraph(`Hello ${name}, your OTP to ${act} is:`),
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
    const { name, email } = toCustomer(await readCustomer(shop.db, customer_id))
    if (email === '') return null
    return { to: email, ...passwordChangedMail(await mailShop(shop), { name, at: new Date(at) }) }
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
  const change = `The password of your account was changed on ${moment}, and every other device was logged out.`
  const advice = `If that was you, there is nothing to do. If not, choose "Forgot password" on the login page at once${
    shop.contact.emails[0] === undefined ? '.' : `, and write to ${shop.contact.emails[0]}.`
  }`
  return {
    subject: `Your ${shop.shop_name} password was changed`,
    text: [`Hello ${name},`, change, advice, textFooter(shop)].join('\n\n'),
    html: mailPage({
      shop,
      preview: moment,
      heading: 'Your password was changed',
      body: [paragraph(`Hello ${name},`), paragraph(change), paragraph(advice)],
    }),
  }
}
