/** What can be sent back, why, and when it is paid back: rules that server and storefront share. */

/** What becomes of a customer's request to send something back. `ACCEPTED`: the goods are awaited. */
export const RETURN_STATES = ['REQUESTED', 'ACCEPTED', 'REFUSED', 'RECEIVED', 'WITHDRAWN'] as const
export type ReturnState = (typeof RETURN_STATES)[number]

/** Its pieces cannot be asked for again, and it can still be withdrawn or refused. */
export const isOpenReturn = (state: ReturnState): boolean => state === 'REQUESTED' || state === 'ACCEPTED'

export const RETURN_WISHES = ['refund', 'exchange'] as const
export type ReturnWish = (typeof RETURN_WISHES)[number]

/** Why something is sent back, as shoppers and merchants read it. */
export const RETURN_REASONS = {
  size: 'Size or fit is wrong',
  damaged: 'Arrived damaged',
  defective: 'Does not work',
  wrong_item: 'Not what I ordered',
  not_as_described: 'Differs from its description',
  not_wanted: 'No longer wanted',
} as const
export type ReturnReason = keyof typeof RETURN_REASONS

/** Within how many working days what is due is paid back and shown by the bank. */
export const REFUND_DAYS = 7

/**
 * Whether the shop got it wrong. The delivery is paid back as well once nothing of an order stays with the customer and
 * each piece of it came back for such a reason; what the merchant took back without a request has none.
 */
export const isShopsFault = (reason: ReturnReason): boolean => reason !== 'size' && reason !== 'not_wanted'
