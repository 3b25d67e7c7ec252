/** What a guest put into the cart and the wishlist: kept on the device, by id only, until a login takes it over. */
import { LIMITS } from '@haat/contract/rules'
import { useMemo, useSyncExternalStore } from 'react'
import { randomKey } from '../lib/random-key.ts'

export interface GuestCart {
  /** Variants, the oldest first; one piece of each. */
  variants: readonly number[]
  /** Products of the wishlist. */
  hearts: readonly number[]
}

/** Variants on their way into an account's cart, under the key by which the server merges them once. */
interface Merge {
  key: string
  variants: readonly number[]
}

interface Stored extends GuestCart {
  merging: Merge | null
}

const KEY = 'guestCart'
const EMPTY: Stored = { variants: [], hearts: [], merging: null }

const isId = (id: unknown): id is number => typeof id === 'number' && id > 0 && id < 2 ** 31 && id % 1 === 0

const idsIn = (list: unknown): number[] =>
  Array.isArray(list) ? [...new Set(list.filter(isId))].slice(0, LIMITS.cart_lines) : []

/** Reads what anything may have written. */
function parse(text: string | null): Stored {
  try {
    const stored: Partial<Record<keyof Stored, unknown>> = JSON.parse(text ?? '{}')
    const merging = stored.merging as Partial<Merge> | null | undefined
    const variants = idsIn(merging?.variants)
    const isMerge = typeof merging?.key === 'string' && /^[\da-f]{32}$/.test(merging.key)
    return {
      variants: idsIn(stored.variants),
      hearts: idsIn(stored.hearts),
      merging: isMerge && variants.length > 0 ? { key: merging.key!, variants } : null,
    }
  } catch {
    return EMPTY
  }
}

const read = (): Stored => parse(localStorage.getItem(KEY))

const listeners = new Set<() => void>()

function write(changes: Partial<Stored>): void {
  const next = { ...read(), ...changes }
  const isEmpty = next.variants.length + next.hearts.length === 0 && next.merging === null
  if (isEmpty) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, JSON.stringify(next))
  for (const listener of listeners) listener()
}

const inCart = ({ variants, merging }: Stored): number[] => [
  ...new Set([...(merging?.variants ?? []), ...variants]),
]

const without = (ids: readonly number[], id: number): number[] => ids.filter((other) => other !== id)

export function addToGuestCart(variantId: number): void {
  const stored = read()
  if (inCart(stored).includes(variantId) || inCart(stored).length >= LIMITS.cart_lines) return
  write({ variants: [...stored.variants, variantId] })
}

export function removeFromGuestCart(variantId: number): void {
  const { variants, merging } = read()
  const rest = merging && { ...merging, variants: without(merging.variants, variantId) }
  write({
    variants: without(variants, variantId),
    merging: rest && rest.variants.length > 0 ? rest : null,
  })
}

export const addGuestHeart = (productId: number): void =>
  write({ hearts: [...without(read().hearts, productId), productId].slice(-LIMITS.cart_lines) })

export const removeGuestHeart = (productId: number): void =>
  write({ hearts: without(read().hearts, productId) })

/** Whether there is something for an account to take over. */
export const hasGuestCart = (): boolean => localStorage.getItem(KEY) !== null

export const readGuestHearts = (): readonly number[] => read().hearts

/** The variants to merge: those whose merge was not confirmed, under their key, else all others under a new one. */
export function startMerge(): Merge | null {
  const { variants, merging } = read()
  if (merging || variants.length === 0) return merging
  const started = { key: randomKey(), variants }
  write({ variants: [], merging: started })
  return started
}

/** The server has the variants of this key. */
export function endMerge(key: string): void {
  if (read().merging?.key === key) write({ merging: null })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The guest's cart and wishlist; empty on the server. */
export function useGuestCart(): GuestCart {
  const text = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(KEY),
    () => null,
  )
  return useMemo(() => {
    const stored = parse(text)
    return { variants: inCart(stored), hearts: stored.hearts }
  }, [text])
}
