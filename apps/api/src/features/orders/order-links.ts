/** Links in mails that need no login: one confirms that a parcel to be paid in cash will be taken, one shows where it is. */
import { equalDigests, keyedDigest } from '../../secrets.ts'
import type { Shop } from '../../shop.ts'
import type { OrderRow } from './orders.store.ts'

export type Confirmable = Pick<OrderRow, 'status' | 'asks_confirmation' | 'confirmed_at'>

export const needsConfirmation = ({ status, asks_confirmation, confirmed_at }: Confirmable): boolean =>
  status === 'CONFIRMED' && asks_confirmation && confirmed_at === null

type Purpose = 'confirm' | 'track'

const signatureOf = ({ config }: Pick<Shop, 'config'>, purpose: Purpose, orderId: number): string =>
  keyedDigest(config.keys.orders, `${purpose} ${orderId}`).slice(0, 22)

export const confirmationLink = (shop: Pick<Shop, 'config'>, orderId: number): string =>
  `${shop.config.publicUrl}/pay/confirm/${orderId}/${signatureOf(shop, 'confirm', orderId)}`

export const isConfirmationOf = (shop: Pick<Shop, 'config'>, orderId: number, signature: string): boolean =>
  equalDigests(signature, signatureOf(shop, 'confirm', orderId))

export const trackingLink = (shop: Pick<Shop, 'config'>, orderId: number): string =>
  `${shop.config.publicUrl}/track/${orderId}/${signatureOf(shop, 'track', orderId)}`

export const isTrackingOf = (shop: Pick<Shop, 'config'>, orderId: number, signature: string): boolean =>
  equalDigests(signature, signatureOf(shop, 'track', orderId))
