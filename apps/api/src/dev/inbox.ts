/** The built-in inbox: `/dev/messages` for scripts, `/dev/inbox` for people. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { conflict, noSuch } from '../http/failure.ts'
import type { Inbox } from '../adapters/mail.ts'
import type { Shop } from '../shop.ts'
import { tool, type Tools } from './tools.ts'

const WAIT_MAX_S = 25
const POLL_MS = 50
const Wait = z.pipe(
  z.string().check(z.regex(/^(1?\d|2[0-5])s?$/, `Must be 0 to ${WAIT_MAX_S} seconds, such as 5s`)),
  z.transform((text) => Number.parseInt(text, 10) * 1000),
)
const MessageQuery = z.strictObject({
  to: z.optional(z.string()),
  wait: z.optional(Wait),
  after: z.optional(
    z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'Must be the id of a message')), z.transform(Number)),
  ),
})

export function registerInbox({ app, shop }: Tools): void {
  registerInboxPages(app, shop)
  tool(app, 'GET /dev/messages', { query: MessageQuery }, async ({ query: { to, wait = 0, after = 0 } }) => {
    const inbox = inboxOf(shop)
    const found = () => inbox.list(to).filter(({ id }) => id > after)
    const until = performance.now() + wait
    while (found().length === 0 && performance.now() < until) await sleep(POLL_MS)
    const messages = found()
    return { messages: messages.map((message) => ({ ...message, code: codeIn(message.text) })) }
  })
  tool(app, 'DELETE /dev/messages', {}, async () => {
    inboxOf(shop).empty()
    return {}
  })
}

/** @throws Failure 409 when mail goes to a mail server */
function inboxOf({ mail }: Pick<Shop, 'mail'>): Inbox {
  if (!mail.inbox) throw conflict('Mail goes to SMTP_URL: there is no inbox.', { code: 'NO_INBOX' })
  return mail.inbox
}

/** The OTP in the text of a mail, or null. */
const codeIn = (text: string): string | null =>
  text.includes('OTP') ? (/\bis:\s{0,2}(\d{6})/.exec(text)?.[1] ?? null) : null

const MAIL_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'"
const Id = z.object({ id: z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)) })

function registerInboxPages(app: FastifyInstance, { mail }: Shop): void {
  app.get('/dev/inbox', (_request, reply) => reply.redirect('/dev#inbox'))
  app.get('/dev/inbox/:id/html', { schema: { params: Id } }, (request, reply) => {
    const { id } = request.params as z.output<typeof Id>
    const message = mail.inbox?.list().find((candidate) => candidate.id === id)
    if (!message) throw noSuch('Message not found')
    return reply
      .header('content-security-policy', MAIL_POLICY)
      .type('text/html; charset=utf-8')
      .send(message.html)
  })
}
