import type { Totals } from '@haat/contract/pricing'
import type { PaymentMethod } from '@haat/contract/rules'
import { ApiError, failureData, messageOf } from '../../api/client.ts'

/** Why an order was not placed, as far as the screen can help. */
export type Refusal =
  | { kind: 'price'; totals: Totals }
  | { kind: 'stock' | 'coupon' | 'other'; message: string }

const WORDS = {
  COD: {
    login: 'Please login to place order',
    failed: 'Failed to place order',
    network: 'Error placing order. Please try again.',
  },
  ONLINE: {
    login: 'Please login to initiate payment',
    failed: 'Failed to initiate payment',
    network: 'Error initiating payment. Please try again.',
  },
} as const satisfies Record<PaymentMethod, Record<string, string>>

export const orderWords = (method: PaymentMethod) => WORDS[method]

const KINDS: Record<string, 'stock' | 'coupon'> = { OUT_OF_STOCK: 'stock', COUPON_INVALID: 'coupon' }

/** Reads a failed placing. */
export function readRefusal(error: Error, method: PaymentMethod): Refusal {
  const words = orderWords(method)
  if (!(error instanceof ApiError)) return { kind: 'other', message: words.network }
  if (error.status === 401) return { kind: 'other', message: words.login }
  const totals = failureData(error, 'PRICE_CHANGED')?.totals
  if (totals?.total_amount !== undefined) return { kind: 'price', totals }
  return { kind: KINDS[error.code ?? ''] ?? 'other', message: messageOf(error, words.failed, words.network) }
}
