import { LIMITS } from '@haat/contract/rules'
import { store } from '../lib/device-storage.ts'
import { GUEST_CART, type GuestCart, readGuestCart } from './guest-cart.ts'

export function writeGuestCart(changes: Partial<GuestCart>): void {
  const next = { ...readGuestCart(), ...changes }
  const isEmpty = next.variants.length + next.hearts.length === 0
  store(GUEST_CART, isEmpty ? null : JSON.stringify(next))
  // The browser tells only the other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key: GUEST_CART }))
}

const without = (ids: readonly number[], id: number): number[] => ids.filter((other) => other !== id)

export function addToGuestCart(variantId: number): void {
  const { variants } = readGuestCart()
  if (variants.includes(variantId) || variants.length >= LIMITS.cart_lines) return
  writeGuestCart({ variants: [...variants, variantId] })
}

export const removeFromGuestCart = (variantId: number): void =>
  writeGuestCart({ variants: without(readGuestCart().variants, variantId) })

export const addGuestHeart = (productId: number): void =>
  writeGuestCart({
    hearts: [...without(readGuestCart().hearts, productId), productId].slice(-LIMITS.cart_lines),
  })

export const removeGuestHeart = (productId: number): void =>
  writeGuestCart({ hearts: without(readGuestCart().hearts, productId) })
