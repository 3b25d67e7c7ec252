import { plural, t } from '@lingui/core/macro'
import { patterns } from '@haat/contract/storefront-paths'
import type { QueryClient } from '@tanstack/react-query'
import { parseJson, store, stored } from '../lib/device-storage.ts'
import { randomKey } from '../lib/random-key.ts'
import { whenReachable } from '../lib/reachable.ts'
import { toast } from '../ui/toast.ts'
import { call, contract, isRefusal, messageOf } from './client.ts'
import {
  cartIn,
  cartKeys,
  type GuestCart,
  hasGuestCart,
  isEmptyCart,
  leftOutQuery,
  mergeKey,
  readGuestCart,
  writeGuestCart,
} from './guest-cart.ts'
import { readSession } from './session.ts'

const failed = () => t`❌ Failed to add item to cart.`
const later = () =>
  t`What you added stays on this device, and goes into your account when the shop can be reached.`

/** A guest cart on its way into an account, under the key by which the server merges it once. */
type Merge = GuestCart & { key: string }

function readMerge(customerId: number): Merge | null {
  const value = parseJson(stored(mergeKey(customerId)))
  const { key } = Object(value) as { key?: unknown }
  return typeof key === 'string' ? { key, ...cartIn(value) } : null
}

/**
 * The next guest cart for a customer: the one whose merge was not confirmed, else what is in the guest's cart now. From
 * then on it goes to no other account, since the server may have added it to this one already.
 */
export function startMerge(customerId: number): Merge | null {
  const pending = readMerge(customerId)
  const from = cartKeys(customerId).find((key) => !isEmptyCart(readGuestCart(key)))
  if (pending || from === undefined) return pending
  const started = { key: randomKey(), ...readGuestCart(from) }
  store(mergeKey(customerId), JSON.stringify(started))
  writeGuestCart(cartIn(null), from)
  return started
}

/** The account has what was merged. */
export const endMerge = (customerId: number): void => store(mergeKey(customerId), null)

/** Whether a merge is to be sent again when the shop answers. */
let isWaiting = false

/**
 * Moves the guest's cart, wishlist and notices into the account that is logged in. The cart tells what could not be moved, and
 * elsewhere a toast. What the server did not confirm stays on the device, and is sent again when the shop answers. The
 * promise never rejects. Who asks while it runs waits for it.
 *
 * @param path where the customer is then
 * @param isReachable false if the shop has just not answered
 * @param isRepeated the customer knows that it failed before
 */
export async function mergeGuestCart(
  queries: QueryClient,
  path: string,
  isReachable = navigator.onLine,
  isRepeated = false,
): Promise<void> {
  const customerId = readSession()?.user.id
  if (customerId === undefined || !hasGuestCart(customerId)) return
  const onLeftOut = (problems: string): void => {
    queries.setQueryData(leftOutQuery().queryKey, problems)
    if (path !== patterns.cart) toast('error', problems)
  }
  const onUnconfirmed = (): void => {
    if (!isRepeated) toast(isReachable ? 'error' : 'success', later())
    if (isWaiting) return
    isWaiting = true
    whenReachable(() => {
      isWaiting = false
      void mergeGuestCart(queries, location.pathname, navigator.onLine, true)
    })
  }
  // Stays where its buttons show it.
  if (!isReachable) return onUnconfirmed()
  const merge = async () => {
    await mergeInto(customerId, onLeftOut, onUnconfirmed)
    await queries.invalidateQueries({ queryKey: ['me'] })
    return null
  }
  await queries.fetchQuery({ queryKey: ['guest-cart', 'merge', customerId], queryFn: merge, gcTime: 0 })
}

const isLoggedIn = (customerId: number): boolean => readSession()?.user.id === customerId

/** Its callbacks are called only while the customer is logged in. @param onLeftOut gets what the server refused, and why */
async function mergeInto(
  customerId: number,
  onLeftOut: (problems: string) => void,
  onUnconfirmed: () => void,
): Promise<void> {
  let added = 0
  const problems: string[] = []
  /** @throws if the server did not look at it, or another customer has logged in meanwhile */
  const send = async (request: () => Promise<unknown>): Promise<unknown> => {
    if (!isLoggedIn(customerId)) throw new Error('Another customer has logged in.')
    return request().catch((error: unknown) => {
      if (isRefusal(error)) return problems.push(messageOf(error, failed()))
      throw error
    })
  }
  const sendCart = async ({ key, variants, pieces }: Merge) => {
    const lines = variants.map((variant_id) => ({ variant_id, quantity: pieces[variant_id] ?? 1 }))
    const reply = await call(contract.cart.merge, { body: { key, lines } })
    added += reply.added
    problems.push(...reply.left_out.map(({ message }) => message))
  }
  try {
    for (let merge = startMerge(customerId); merge; merge = startMerge(customerId)) {
      const { variants, hearts, notices } = merge
      if (variants.length > 0) await send(() => sendCart(merge))
      for (const product_id of hearts) await send(() => call(contract.wishlist.add, { body: { product_id } }))
      for (const variant_id of notices) await send(() => call(contract.notices.add, { body: { variant_id } }))
      endMerge(customerId)
    }
  } catch {
    if (isLoggedIn(customerId)) onUnconfirmed()
  }
  if (added > 0)
    toast('success', plural(added, { one: t`✅ Item added to cart!`, other: t`✅ # items added to cart!` }))
  if (problems.length > 0 && isLoggedIn(customerId)) onLeftOut(problemsText(problems))
}

const REASONS_SHOWN = 3

/** The first reasons, and how many more items were not moved as a whole; a line for each. */
export function problemsText(problems: readonly string[]): string {
  const more = problems.length - REASONS_SHOWN
  const shown = problems.slice(0, REASONS_SHOWN).join('\n')
  if (more <= 0) return shown
  return `${shown}\n${plural(more, { one: t`# more item could not be added in full.`, other: t`# more items could not be added in full.` })}`
}
