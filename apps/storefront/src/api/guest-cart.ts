/**
 * What a guest put into the cart and the wishlist and asks to be mailed about, and a customer without a network: kept on the
 * device, by id only, until an account takes it over.
 */
import { LIMITS } from '@haat/contract/rules'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { useMemo } from 'react'
import { parseJson, stored, storeAndTell, useStored } from '../lib/device-storage.ts'
import { idsIn } from './kept-products.ts'
import { readSession, useSession } from './session.ts'

export interface GuestCart {
  /** Variants, the oldest first. */
  variants: readonly number[]
  /** How many pieces of a variant, by its id; one of those that are missing. */
  pieces: Readonly<Record<number, number>>
  /** Products of the wishlist. */
  hearts: readonly number[]
  /** Variants of which a mail tells that they are back, or cheaper. */
  notices: readonly number[]
}

const GUEST_CART = 'guestCart'
/** A customer's own, which goes to no other account; a guest's without one. */
const cartKey = (customerId = readSession()?.user.id): string =>
  customerId === undefined ? GUEST_CART : `${GUEST_CART}.${customerId}`
/** What an account takes over. */
export const cartKeys = (customerId: number): string[] => [GUEST_CART, cartKey(customerId)]
/** Where a guest cart waits on its way into an account. */
export const mergeKey = (customerId: number): string => `guestCartMerge.${customerId}`

const isCount = (count: unknown): boolean =>
  Number.isInteger(count) && Number(count) > 0 && Number(count) <= LIMITS.line_quantity

/** Reads what anything may have written. */
export function cartIn(value: unknown): GuestCart {
  const { variants, pieces, hearts, notices } = (value ?? {}) as Partial<Record<keyof GuestCart, unknown>>
  const counts = Object.entries(Object(pieces) as Record<number, unknown>)
  return {
    variants: idsIn(variants, LIMITS.cart_lines),
    pieces: Object.fromEntries(counts.filter(([, count]) => isCount(count))) as GuestCart['pieces'],
    hearts: idsIn(hearts, LIMITS.cart_lines),
    notices: idsIn(notices, LIMITS.notices),
  }
}

export const isEmptyCart = ({ variants, hearts, notices }: GuestCart): boolean =>
  variants.length + hearts.length + notices.length === 0

export const readGuestCart = (key = cartKey()): GuestCart => cartIn(parseJson(stored(key)))

/** Whether there is something for an account to take over. */
export const hasGuestCart = (customerId: number): boolean =>
  [...cartKeys(customerId), mergeKey(customerId)].some((key) => stored(key) !== null)

/** Why something of the guest's cart is not in the customer's; the cart shows it until the customer dismisses it. */
export const leftOutQuery = () =>
  queryOptions<string | null>({ queryKey: ['me', 'guest-cart', 'left-out'], queryFn: skipToken })

/**
 * The cart and wishlist of the guest, or what a customer's device has not sent yet; empty on the server.
 *
 * @param isLoggingIn the guest's also after a signup, which begins a session and leads to login
 */
export function useGuestCart(isLoggingIn = false): GuestCart {
  const customerId = useSession()?.user.id
  const text = useStored(isLoggingIn ? GUEST_CART : cartKey(customerId))
  return useMemo(() => cartIn(parseJson(text)), [text])
}

export function writeGuestCart(changes: Partial<GuestCart>, key = cartKey()): void {
  const next = { ...readGuestCart(key), ...changes }
  storeAndTell(key, isEmptyCart(next) ? null : JSON.stringify(next))
}

const without = (ids: readonly number[], id: number): number[] => ids.filter((other) => other !== id)

export function addToGuestCart(variantId: number): void {
  const others = without(readGuestCart().variants, variantId)
  if (others.length < LIMITS.cart_lines) writeGuestCart({ variants: [...others, variantId] })
}

// Of the guest also after a signup, which begins a session.
export const setGuestPieces = (variantId: number, count: number): void =>
  writeGuestCart({ pieces: { ...readGuestCart(GUEST_CART).pieces, [variantId]: count } }, GUEST_CART)

export function removeFromGuestCart(variantId: number): void {
  const { variants, pieces } = readGuestCart(GUEST_CART)
  const { [variantId]: _removed, ...others } = pieces
  writeGuestCart({ variants: without(variants, variantId), pieces: others }, GUEST_CART)
}

/** The first of a full list leaves. */
const withLast = (ids: readonly number[], id: number, most: number) => [...without(ids, id), id].slice(-most)

export const addGuestHeart = (productId: number): void =>
  writeGuestCart({ hearts: withLast(readGuestCart().hearts, productId, LIMITS.cart_lines) })

export const addGuestNotice = (variantId: number): void =>
  writeGuestCart({ notices: withLast(readGuestCart().notices, variantId, LIMITS.notices) })

export const removeGuestHeart = (productId: number): void =>
  writeGuestCart({ hearts: without(readGuestCart().hearts, productId) })
