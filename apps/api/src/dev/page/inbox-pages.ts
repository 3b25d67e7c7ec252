/** `/dev/inbox` for people: every mail as text and, in a frame that may do nothing, as HTML. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { notFound } from '../../http/failure.ts'
import { Html, html } from '../../html.ts'
import type { ReceivedMessage } from '../../adapters/mail.ts'
import type { Shop } from '../../shop.ts'
import { codeIn } from '../messages.ts'
import { form, sendPage } from './document.ts'

const MAIL_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'"
const Id = z.object({ id: z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)) })
const Query = z.object({ to: z.optional(z.string()) })

export function registerInboxPages(app: FastifyInstance, shop: Shop): void {
  app.get('/dev/inbox', { schema: { querystring: Query } }, (request, reply) => {
    const { to } = request.query as z.output<typeof Query>
    return sendPage(reply, 200, 'Inbox', inboxPage(shop, to?.trim() || undefined))
  })
  app.get('/dev/inbox/:id', { schema: { params: Id } }, (request, reply) => {
    const message = messageOf(shop, request.params)
    return sendPage(reply, 200, message.subject, messagePage(message))
  })
  app.get('/dev/inbox/:id/html', { schema: { params: Id } }, (request, reply) =>
    sendMail(reply, messageOf(shop, request.params)),
  )
}

function messageOf({ mail }: Shop, params: unknown): ReceivedMessage {
  const { id } = params as z.output<typeof Id>
  const message = mail.inbox?.list().find((known) => known.id === id)
  if (!message) throw notFound('Message')
  return message
}

const sendMail = (reply: FastifyReply, { html: content }: ReceivedMessage): FastifyReply =>
  reply.header('content-security-policy', MAIL_POLICY).type('text/html; charset=utf-8').send(content)

/** Newest first. */
export function messageTable(messages: ReceivedMessage[]): Html {
  if (messages.length === 0) return html`<p class="hint">No mail yet.</p>`
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">Mail</th>
          <th scope="col">To</th>
          <th scope="col">OTP</th>
          <th scope="col">At (shop's time, UTC)</th>
        </tr>
      </thead>
      <tbody>
        ${messages.map(
          (message) =>
            html`<tr>
              <td><a href="/dev/inbox/${message.id}">${message.subject}</a></td>
              <td>${message.to}</td>
              <td>${shownCode(message)}</td>
              <td>${message.at.toISOString().slice(0, 19).replace('T', ' ')}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function shownCode({ text }: ReceivedMessage): Html | string {
  const code = codeIn(text)
  return code === null ? '–' : html`<mark>${code}</mark>`
}

function inboxPage({ mail }: Shop, to: string | undefined): Html {
  if (!mail.inbox) return html`<p>Mail goes to <code>SMTP_URL</code>: there is no inbox here.</p>`
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
