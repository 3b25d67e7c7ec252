/** `/dev/messages`: the built-in inbox for scripts. */
import * as z from 'zod/mini'
import { conflict } from '../http/failure.ts'
import type { Inbox, ReceivedMessage } from '../adapters/mail.ts'
import type { Shop } from '../shop.ts'
import { tool, type Tools } from './tools.ts'

const WAIT_MAX_S = 25
const Wait = z.pipe(
  z.string().check(z.regex(/^\d{1,2}s?$/, 'Must be seconds, such as 5s')),
  z.transform((text) => Math.min(Number.parseInt(text, 10), WAIT_MAX_S) * 1000),
)
const Query = z.object({
  to: z.optional(z.string()),
  wait: z.optional(Wait),
  after: z.optional(
    z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'Must be the id of a message')), z.transform(Number)),
  ),
})

export function registerMessages({ app, shop }: Tools): void {
  tool(app, {
    method: 'GET',
    url: '/dev/messages',
    query: Query,
    handle: async ({ query: { to, wait = 0, after = 0 } }) => {
      const inbox = inboxOf(shop)
      if (wait > 0) await inbox.waitFor(to, wait, after)
      return {
        messages: inbox
          .list(to)
          .filter(({ id }) => id > after)
          .map(shownMessage),
      }
    },
  })
  tool(app, {
    method: 'DELETE',
    url: '/dev/messages',
    handle: async () => {
      inboxOf(shop).empty()
      return {}
    },
  })
}

/** @throws Failure 409 where mail leaves through a mail server */
export function inboxOf({ mail }: Pick<Shop, 'mail'>): Inbox {
  if (!mail.inbox) throw conflict('Mail goes to SMTP_URL: there is no inbox here.', { code: 'NO_INBOX' })
  return mail.inbox
}

/** The OTP that a mail's text carries, or null. */
export const codeIn = (text: string): string | null => /\bOTP\b.*\bis:\s*(\d{6})/s.exec(text)?.[1] ?? null

const shownMessage = (message: ReceivedMessage) => ({
  ...message,
  code: codeIn(message.text),
})
