import type { Message } from '../../adapters/mail.ts'
import type { Shop } from '../../shop.ts'
import { findCustomer } from '../auth/customer.store.ts'
import { passwordChangedMail } from './account-mails.ts'
import { JOBS, type JobKind } from './enqueue.ts'
import { mailShop } from './mail-shop.ts'
import { orderMail } from './order-mail.ts'
import { findMailedOrder } from './order-mail.store.ts'
import type { Job } from './outbox.store.ts'

type ComposingShop = Pick<Shop, 'db' | 'config'>

/** The mail of a job as things stand now; null when there is nobody to tell any more. */
export async function compose(shop: ComposingShop, { kind, payload }: Job): Promise<Message | null> {
  if (!isKind(kind)) throw new Error(`This program knows no mail of kind "${kind}".`)
  return COMPOSERS[kind](shop, JSON.parse(payload))
}

const isKind = (kind: string): kind is JobKind => Object.hasOwn(JOBS, kind)

const COMPOSERS: Record<JobKind, (shop: ComposingShop, payload: unknown) => Promise<Message | null>> = {
  async order(shop, payload) {
    const { order_id, mail } = JOBS.order.parse(payload)
    const order = await findMailedOrder(shop.db, order_id)
    return order ? { to: order.customer.email, ...orderMail(await mailShop(shop), mail, order) } : null
  },
  async password_changed(shop, payload) {
    const { customer_id, at } = JOBS.password_changed.parse(payload)
    const customer = await findCustomer(shop.db, customer_id)
    if (!customer) return null
    const data = { name: customer.name, at: new Date(at) }
    return { to: customer.email, ...passwordChangedMail(await mailShop(shop), data) }
  },
}
