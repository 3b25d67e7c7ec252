/** How a call fails: the shape of every failure, and the data that some carry. */
import * as z from 'zod/mini'
import { Id, Rupees } from './wire.ts'

/** The fields of every failure. */
export const FailureReply = z.looseObject({
  success: z.literal(false),
  message: z.string(),
  code: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  request_id: z.optional(z.string()),
})

/** Additional fields of failures, by `code`. */
export const FAILURE_DATA = {
  /** 409: an amount that the client sent differs from the server's. `totals` are the server's. */
  PRICE_CHANGED: z.object({
    totals: z.object({
      items_total: Rupees,
      total_shipping_price: Rupees,
      total_items_discount: Rupees,
      total_amount: Rupees,
    }),
  }),
  /** 409: the unpaid order whose payment the provider has not decided about. */
  PAYMENT_PROCESSING: z.object({ order_id: Id, order_number: z.string() }),
  /** 409: fewer pieces are in stock than requested. For an order, `items` has every such line. */
  OUT_OF_STOCK: z.object({
    /** Pieces in stock; of the first of `items` for an order. */
    available: z.int(),
    items: z.optional(
      z.array(
        z.object({
          product_id: Id,
          variant_id: Id,
          name: z.string(),
          /** Pieces requested. */
          quantity: z.int(),
          available: z.int(),
        }),
      ),
    ),
  }),
}
export type FailureCode = keyof typeof FAILURE_DATA
export type FailureData<Code extends FailureCode> = z.output<(typeof FAILURE_DATA)[Code]>
