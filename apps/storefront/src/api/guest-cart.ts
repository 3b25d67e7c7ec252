/**
 * What a guest put into the cart and the wishlist: kept on the device, by id only, until a login takes it over. Changes are
 * in `guest-cart-changes.ts`, since every page loads this file for the cart's count.
 */
import { LIMITS } from '@haat/contract/rules'
import { useMemo, useSyncExternalStore } from 'react'

export interface GuestCart {
  /** Variants, the oldest first; one piece of each. */
  variants: readonly number[]
  /** Products of the wishlist. */
  hearts: readonly number[]
}

/** Variants on their way into an account's cart, under the key by which the server merges them once. */
export interface Merge {
  key: string
  variants: readonly number[]
}

export interface Stored extends GuestCart {
  merging: Merge | null
}

export const GUEST_CART = 'guestCart'
const EMPTY: Stored = { variants: [], hearts: [], merging: null }

const isId = (id: unknown): id is number => typeof id === 'number' && id > 0 && id < 2 ** 31 && id % 1 === 0

const idsIn = (list: unknown): number[] =>
  Array.isArray(list) ? [...new Set(list.filter(isId))].slice(0, LIMITS.cart_lines) : []

/** Reads what anything may have written. */
function parse(text: string | null): Stored {
  try {
    const stored: Partial<Record<keyof Stored, unknown>> = JSON.parse(text ?? '{}')
    const { key, variants } = (stored.merging ?? {}) as Partial<Record<keyof Merge, unknown>>
    const merging = { key: String(key), variants: idsIn(variants) }
    return {
      variants: idsIn(stored.variants),
      hearts: idsIn(stored.hearts),
      merging: /^[\da-f]{32}$/.test(merging.key) && merging.variants.length > 0 ? merging : null,
    }
  } catch {
    return EMPTY
  }
}

export const readGuestCart = (): Stored => parse(localStorage.getItem(GUEST_CART))

export const inCart = ({ variants, merging }: Stored): number[] => [
  ...new Set([...(merging?.variants ?? []), ...variants]),
]

/** Whether there is something for an account to take over. */
export const hasGuestCart = (): boolean => localStorage.getItem(GUEST_CART) !== null

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/** The guest's cart and wishlist; empty on the server. */
export function useGuestCart(): GuestCart {
  const text = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(GUEST_CART),
    () => null,
  )
  return useMemo(() => {
    const stored = parse(text)
    return { variants: inCart(stored), hearts: stored.hearts }
  }, [text])
}
