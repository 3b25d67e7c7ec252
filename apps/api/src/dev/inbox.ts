/** The built-in inbox: `/dev/messages` for scripts, `/dev/inbox` for people. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Html, html } from '../html.ts'
import { conflict, notFound } from '../http/failure.ts'
import type { Inbox, ReceivedMessage } from '../adapters/inbox.ts'
import type { Shop } from '../shop.ts'
import { form, section, sendPage, table } from './page.ts'
import { tool, type Tools } from './tools.ts'

const NEWEST = 5
const WAIT_MAX_S = 25
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
    if (wait > 0) await inbox.waitFor(to, wait, after)
    const messages = inbox.list(to).filter(({ id }) => id > after)
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
const InboxQuery = z.object({ to: z.optional(z.string()) })

function registerInboxPages(app: FastifyInstance, shop: Shop): void {
  app.get('/dev/inbox', { schema: { querystring: InboxQuery } }, (request, reply) => {
    const { to } = request.query as z.output<typeof InboxQuery>
    return sendPage(reply, 200, 'Inbox', inboxPage(shop, to?.trim() || undefined))
  })
  app.get('/dev/inbox/:id', { schema: { params: Id } }, (request, reply) => {
    const message = messageOf(shop, request.params)
    return sendPage(reply, 200, message.subject, messagePage(message))
  })
  app.get('/dev/inbox/:id/html', { schema: { params: Id } }, (request, reply) =>
    reply
      .header('content-security-policy', MAIL_POLICY)
      .type('text/html; charset=utf-8')
      .send(messageOf(shop, request.params).html),
  )
}

function messageOf({ mail }: Shop, params: unknown): ReceivedMessage {
  const { id } = params as z.output<typeof Id>
  const message = mail.inbox?.list().find((candidate) => candidate.id === id)
  if (!message) throw notFound('Message')
  return message
}

function messageTable(messages: ReceivedMessage[]): Html {
  if (messages.length === 0) return html`<p class="hint">No mail yet.</p>`
  return table(
    ['Mail', 'To', 'OTP', "Received (shop's clock, UTC)"],
    messages.map((message) => [
      html`<a href="/dev/inbox/${message.id}">${message.subject}</a>`,
      message.to,
      codeCell(message),
      message.at.toISOString().slice(0, 19).replace('T', ' '),
    ]),
  )
}

function codeCell({ text }: ReceivedMessage): Html | string {
  const code = codeIn(text)
  return code === null ? '–' : html`<mark>${code}</mark>`
}

function inboxPage({ mail }: Shop, to: string | undefined): Html {
  if (!mail.inbox) return html`<p>Mail goes to <code>SMTP_URL</code>: there is no inbox.</p>`
  return html`<form action="/dev/inbox">
      <label>To <input type="email" name="to" value="${to ?? ''}" /></label>
      <button class="main">Show</button>
    </form>
    ${messageTable(mail.inbox.list(to))}
    ${form('DELETE', '/dev/messages', 'The inbox is empty.', html`<button>Empty the inbox</button>`)}`
}

/** The text with the OTP in it highlighted. */
function highlighted(text: string): Html {
  const code = codeIn(text)
  const parts = code === null ? [text] : text.split(code)
  return html`${parts.map((part, at) => html`${at > 0 && html`<mark>${code}</mark>`}${part}`)}`
}

const messagePage = (message: ReceivedMessage): Html =>
  html`<p>
      To <strong>${message.to}</strong>, ${message.at.toISOString()}. <a href="/dev/inbox">All mail</a>
    </p>
    <h2>Text</h2>
    <pre>${highlighted(message.text)}</pre>
    <h2>HTML</h2>
    <iframe title="The mail as HTML" sandbox="" src="/dev/inbox/${message.id}/html"></iframe>`

export function inboxCard({ shop }: Tools): Html {
  const { inbox } = shop.mail
  return section(
    'inbox',
    'Inbox',
    html`<p class="hint">
        <code>GET /dev/messages?to=&amp;wait=5s&amp;after=</code>, <code>DELETE /dev/messages</code>
      </p>
      ${inbox ? messageTable(inbox.list().slice(0, NEWEST)) : html`<p>Mail goes to <code>SMTP_URL</code>.</p>`}
      <p><a href="/dev/inbox">All mail</a></p>`,
  )
}
