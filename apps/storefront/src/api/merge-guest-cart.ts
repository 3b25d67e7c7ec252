import type { QueryClient } from '@tanstack/react-query'
import { count } from '../lib/format.ts'
import { randomKey } from '../lib/random-key.ts'
import { toast } from '../ui/toast.ts'
import { call, contract, isRefusal, messageOf } from './client.ts'
import { removeGuestHeart, writeGuestCart } from './guest-cart-changes.ts'
import { hasGuestCart, type Merge, readGuestCart } from './guest-cart.ts'

const FAILED = '❌ Failed to add item to cart.'
const LATER = 'Your items stay on this device, and go into your cart when the shop can be reached.'

/** The variants to merge: those whose merge was not confirmed, under their key, else all others under a new one. */
export function startMerge(): Merge | null {
  const { variants, merging } = readGuestCart()
  if (merging || variants.length === 0) return merging
  const started = { key: randomKey(), variants }
  writeGuestCart({ variants: [], merging: started })
  return started
}

/** The server has the variants of this key. */
export function endMerge(key: string): void {
  if (readGuestCart().merging?.key === key) writeGuestCart({ merging: null })
}

let running: Promise<void> | undefined

/**
 * Moves the guest's cart and wishlist into the account that is logged in, and shows what could not be moved. What the
 * server did not confirm stays on the device for the next time. The promise never rejects.
 */
export function mergeGuestCart(queries: QueryClient): Promise<void> {
  if (!hasGuestCart()) return Promise.resolve()
  running ??= merge()
    .then(() => queries.invalidateQueries({ queryKey: ['me'] }))
    .finally(() => {
      running = undefined
    })
  return running
}

async function merge(): Promise<void> {
  let added = 0
  const problems: string[] = []
  try {
    for (let cart = startMerge(); cart; cart = startMerge()) {
      const { key, variants } = cart
      const lines = variants.map((variant_id) => ({ variant_id, quantity: 1 }))
      const reply = await call(contract.cart.merge, { body: { key, lines } }).catch(refused)
      if (typeof reply === 'string') problems.push(reply)
      else {
        added += reply.added
        problems.push(...reply.left_out.map(({ message }) => message))
      }
      endMerge(key)
    }
    for (const product_id of readGuestCart().hearts) {
      const reply = await call(contract.wishlist.add, { body: { product_id } }).catch(refused)
      if (typeof reply === 'string') problems.push(reply)
      removeGuestHeart(product_id)
    }
  } catch {
    problems.push(LATER)
  }
  if (added > 0) toast('success', added === 1 ? '✅ Item added to cart!' : `✅ ${added} items added to cart!`)
  if (problems.length > 0) toast('error', problemsText(problems))
}

/** How many reasons a toast shows. */
const REASONS_SHOWN = 3

/** The first reasons, and how many more items were not moved as a whole. */
export function problemsText(problems: readonly string[]): string {
  const more = problems.length - REASONS_SHOWN
  const shown = problems.slice(0, REASONS_SHOWN).join(' ')
  return more > 0 ? `${shown} ${count(more, 'more item')} could not be added in full.` : shown
}

/** The reason of a final refusal. @throws any other error */
function refused(error: unknown): string {
  if (isRefusal(error)) return messageOf(error, FAILED)
  throw error
}
