/**
 * `/stop-mails/{customer}/{signature}`: ends the mails that ask a customer for reviews. A person presses a button, as mail
 * programs open links; a mail program posts to the same address (RFC 8058).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { t } from '#say'
import { findCustomer, updateCustomer } from '../features/auth/customer.store.ts'
import { stopSignature } from '../features/reviews/review-mails.ts'
import { readSettings } from '../features/settings/settings.store.ts'
import { html } from '../html.ts'
import { equalDigests } from '../secrets.ts'
import type { Context } from '../shop.ts'
import { backTo, messagePage, payDocument, sendPage, shopOf } from './document.ts'

interface Stop {
  Params: { id: string; signature: string }
}

const UNKNOWN = {
  title: /*i18n*/ 'This link does not work',
  text: /*i18n*/ 'Please open it from the mail once more.',
}

/** @param scope without other routes: it takes a body of any type, and reads none */
export async function registerStopMails(scope: FastifyInstance, shop: Context): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 8192 }, (_request, _body, done) =>
    done(null),
  )
  const show = async ({ params }: FastifyRequest<Stop>, reply: FastifyReply, isPressed: boolean) => {
    const id = Number(params.id)
    const isGenuine =
      Number.isSafeInteger(id) &&
      equalDigests(params.signature, stopSignature(shop, id)) &&
      (await findCustomer(shop.db, id)) !== undefined
    const page = shopOf(shop, await readSettings(shop.db))
    const home = `${shop.config.publicUrl}/`
    void reply.header('cache-control', 'no-store')
    if (!isGenuine) return sendPage(reply, 404, page, messagePage(page, UNKNOWN, home))
    if (isPressed)
      await shop.db.transaction((tx) => updateCustomer(tx, id, { review_mails_ended_at: shop.now() }))
    const title = isPressed ? t`We will not ask again` : t`No more mails that ask for reviews?`
    const button = html`<form method="post"><button class="pay">${t`Stop these mails`}</button></form>`
    const body = html`<h1>${title}</h1>
      <p>${t`Mails about your orders still come.`}</p>
      ${isPressed ? null : button}
      <p class="hint"><a href="${home}">${backTo(page)}</a></p>`
    return sendPage(reply, 200, page, payDocument(page, { title }, body))
  }
  const path = '/stop-mails/:id/:signature'
  scope.get<Stop>(path, (request, reply) => show(request, reply, false))
  scope.post<Stop>(path, (request, reply) => show(request, reply, true))
}
