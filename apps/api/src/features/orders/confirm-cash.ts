/** Whether a parcel to be paid in cash will be taken: its customer confirms it by the link of a mail, or on the phone. */
import { equalDigests, keyedDigest } from '../../secrets.ts'
import type { Shop } from '../../shop.ts'
import type { OrderRow } from './orders.store.ts'

export type Confirmable = Pick<OrderRow, 'status' | 'asks_confirmation' | 'confirmed_at'>

export const needsConfirmation = ({ status, asks_confirmation, confirmed_at }: Confirmable): boolean =>
  status === 'CONFIRMED' && asks_confirmation && confirmed_at === null

const signatureOf = ({ config }: Pick<Shop, 'config'>, orderId: number): string =>
  keyedDigest(config.keys.orders, `confirm ${orderId}`).slice(0, 22)

/** A link for the customer alone: it needs no login. */
export const confirmationLink = (shop: Pick<Shop, 'config'>, orderId: number): string =>
  `${shop.config.publicUrl}/pay/confirm/${orderId}/${signatureOf(shop, orderId)}`

export const isConfirmationOf = (shop: Pick<Shop, 'config'>, orderId: number, signature: string): boolean =>
  equalDigests(signature, signatureOf(shop, orderId))
