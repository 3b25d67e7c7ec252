/** How a call fails: the shape of every failure, and the data that some carry. */
import * as z from 'zod/mini'
import { Id, Rupees } from './wire.ts'

/** What every failure has in common. */
export const Failure = z.looseObject({
  success: z.literal(false),
  message: z.string(),
  code: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  request_id: z.optional(z.string()),
})

/** What a refusal carries besides its message, by its `code`. */
export const FAILURE_DATA = {
  /** 409: an amount that the client sent differs from the server's. Carries the right ones. */
  PRICE_CHANGED: z.object({
    totals: z.object({
      items_total: Rupees,
      total_shipping_price: Rupees,
      total_items_discount: Rupees,
      total_amount: Rupees,
    }),
  }),
  /** 409: fewer pieces are left than wanted. An order names every item that falls short. */
  OUT_OF_STOCK: z.object({
    /** Pieces left, of the first of `items` where there are several. */
    available: z.int(),
    items: z.optional(
      z.array(
        z.object({
          product_id: Id,
          variant_id: Id,
          name: z.string(),
          /** Pieces wanted. */
          quantity: z.int(),
          available: z.int(),
        }),
      ),
    ),
  }),
}
export type FailureCode = keyof typeof FAILURE_DATA
export type FailureData<Code extends FailureCode> = z.output<(typeof FAILURE_DATA)[Code]>
