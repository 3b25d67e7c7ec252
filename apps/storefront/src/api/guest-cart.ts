/**
 * What a guest put into the cart and the wishlist: kept on the device, by id only, until a login takes it over. Changes are
 * in `guest-cart-changes.ts`, since every page loads this file for the cart's count.
 */
import { LIMITS } from '@haat/contract/rules'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { stored } from '../lib/device-storage.ts'

export interface GuestCart {
  /** Variants, the oldest first; one piece of each. */
  variants: readonly number[]
  /** Products of the wishlist. */
  hearts: readonly number[]
}

export const GUEST_CART = 'guestCart'
/** Guest carts on their way into accounts. */
export const MERGES = 'guestCartMerges'

const isId = (id: unknown): id is number => typeof id === 'number' && id > 0 && id < 2 ** 31 && id % 1 === 0

const idsIn = (list: unknown): number[] =>
  Array.isArray(list) ? [...new Set(list.filter(isId))].slice(0, LIMITS.cart_lines) : []

/** Reads what anything may have written. */
export function cartIn(value: unknown): GuestCart {
  const { variants, hearts } = (value ?? {}) as Partial<Record<keyof GuestCart, unknown>>
  return { variants: idsIn(variants), hearts: idsIn(hearts) }
}

/** The value of a JSON text; null for any other text. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

export const readGuestCart = (): GuestCart => cartIn(parseJson(stored(GUEST_CART)))

/** Whether there is something for an account to take over. */
export const hasGuestCart = (): boolean => stored(GUEST_CART) !== null || stored(MERGES) !== null

/** Why something of the guest's cart is not in the customer's; the cart shows it until the customer dismisses it. */
export const leftOutQuery = () =>
  queryOptions<string | null>({ queryKey: ['me', 'guest-cart', 'left-out'], queryFn: skipToken })

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/** The guest's cart and wishlist; empty on the server. */
export function useGuestCart(): GuestCart {
  const text = useSyncExternalStore(
    subscribe,
    () => stored(GUEST_CART),
    () => null,
  )
  return useMemo(() => cartIn(parseJson(text)), [text])
}
