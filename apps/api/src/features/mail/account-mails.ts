import { LIMITS } from '@haat/contract/rules'
import { html } from '../../html.ts'
import { LINE, mailPage, paragraph, PEACOCK, SOFT, textFooter, type } from './mail-layout.ts'
import type { MailShop, MailText } from './mail-shop.ts'

/** The code that resets a password. */
export function otpMail(shop: MailShop, { name, code }: { name: string; code: string }): MailText {
  const until = `The code is valid for ${LIMITS.otp_minutes} minutes and works once.`
  const warning = `Nobody from ${shop.shop_name} will ever ask you for it. If you did not ask for it, ignore this mail: your password stays as it is.`
  return {
    subject: `Your ${shop.shop_name} OTP`,
    text: [
      `Hello ${name},`,
      `your OTP to reset your password is: ${code}`,
      until,
      warning,
      textFooter(shop),
    ].join('\n\n'),
    html: mailPage({
      shop,
      // No code here: a locked phone shows this line.
      preview: `Valid for ${LIMITS.otp_minutes} minutes.`,
      heading: 'Reset your password',
      body: [
        paragraph(`Hello ${name}, your OTP to reset your password is:`),
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

/** Notice that the password is another one now, for whoever did not change it. */
export function passwordChangedMail(shop: MailShop, { name, at }: { name: string; at: Date }): MailText {
  const moment = `${when.format(at)} IST`
  const said = `The password of your account was changed on ${moment}, and every other device was logged out.`
  const advice = `If that was you, there is nothing to do. If not, choose "Forgot password" on the login page at once${
    shop.contact.emails[0] === undefined ? '.' : `, and write to ${shop.contact.emails[0]}.`
  }`
  return {
    subject: `Your ${shop.shop_name} password was changed`,
    text: [`Hello ${name},`, said, advice, textFooter(shop)].join('\n\n'),
    html: mailPage({
      shop,
      preview: moment,
      heading: 'Your password was changed',
      body: [paragraph(`Hello ${name},`), paragraph(said), paragraph(advice)],
    }),
  }
}

const when = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
})
