/** What the form of a return holds, and what of it is sent. */
import { amountOfPieces } from '@haat/contract/pricing'
import type { ReturnableItem } from '@haat/contract/returns'
import type { ReturnReason, ReturnWish } from '@haat/contract/rules'
import type { ReturnBody } from './orders.queries.ts'

/** What is typed about one item. */
export interface ItemChoice {
  chosen: boolean
  quantity: number
  /** Id of the variant that is wanted instead; null for none. */
  variant: number | null
}

export interface ReturnFields {
  /** By the id of the order's item. */
  items: Readonly<Record<number, ItemChoice>>
  wish: ReturnWish
  reason: ReturnReason | ''
  comment: string
  refund_upi: string
}

/** Variants that can be sent now. */
export const availableFor = ({ exchange_for }: ReturnableItem) =>
  exchange_for.filter(({ stock }) => stock > 0)

/** Whether it is to be exchanged, and for what is not chosen. */
export function lacksVariant(item: ReturnableItem, { items, wish }: ReturnFields): boolean {
  const choice = items[item.order_item_id]
  return (
    wish === 'exchange' && choice?.chosen === true && choice.variant === null && availableFor(item).length > 0
  )
}

/** The form as it opens: the only item is chosen already. */
export const emptyReturn = (returnable: readonly ReturnableItem[], refundable: boolean): ReturnFields => ({
  items: Object.fromEntries(
    returnable.map(({ order_item_id, quantity }) => [
      order_item_id,
      { chosen: returnable.length === 1, quantity, variant: null },
    ]),
  ),
  wish: refundable ? 'refund' : 'exchange',
  reason: '',
  comment: '',
  refund_upi: '',
})

/** What comes back for the chosen pieces, in paise. */
export const refundOf = (
  returnable: readonly ReturnableItem[],
  { items }: Pick<ReturnFields, 'items'>,
): number =>
  returnable.reduce((sum, { order_item_id, worth_left, pieces_left: of }) => {
    const { chosen, quantity } = items[order_item_id]!
    return sum + (chosen ? amountOfPieces(worth_left, { before: 0, quantity, of }) : 0)
  }, 0)

export const bodyOf = ({ items, wish, reason, comment, refund_upi }: ReturnFields): ReturnBody => ({
  items: Object.entries(items)
    .filter(([, { chosen }]) => chosen)
    .map(([id, { quantity, variant }]) => ({
      order_item_id: Number(id),
      quantity,
      ...(wish === 'exchange' && { variant_id: variant }),
    })),
  wish,
  // The server says that it is missing.
  reason: reason as ReturnReason,
  comment,
  ...(wish === 'refund' && refund_upi.trim() !== '' && { refund_upi }),
})

export type ReturnField = 'items' | 'reason' | 'comment' | 'refund_upi'

/** What the server found wrong, by the field that shows it. */
export const errorsOf = (
  errors: readonly { path: string; message: string }[],
): Partial<Record<ReturnField, string>> =>
  Object.fromEntries(errors.map(({ path, message }) => [path.split('.')[0], message]).toReversed())
