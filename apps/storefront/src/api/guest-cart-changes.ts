import { LIMITS } from '@haat/contract/rules'
import { GUEST_CART, inCart, readGuestCart, type Stored } from './guest-cart.ts'

export function writeGuestCart(changes: Partial<Stored>): void {
  const next = { ...readGuestCart(), ...changes }
  const isEmpty = next.variants.length + next.hearts.length === 0 && next.merging === null
  if (isEmpty) localStorage.removeItem(GUEST_CART)
  else localStorage.setItem(GUEST_CART, JSON.stringify(next))
  // The browser tells only the other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key: GUEST_CART }))
}

const without = (ids: readonly number[], id: number): number[] => ids.filter((other) => other !== id)

export function addToGuestCart(variantId: number): void {
  const stored = readGuestCart()
  if (inCart(stored).includes(variantId) || inCart(stored).length >= LIMITS.cart_lines) return
  writeGuestCart({ variants: [...stored.variants, variantId] })
}

export function removeFromGuestCart(variantId: number): void {
  const { variants, merging } = readGuestCart()
  const rest = merging && { ...merging, variants: without(merging.variants, variantId) }
  writeGuestCart({
    variants: without(variants, variantId),
    merging: rest && rest.variants.length > 0 ? rest : null,
  })
}

export const addGuestHeart = (productId: number): void =>
  writeGuestCart({
    hearts: [...without(readGuestCart().hearts, productId), productId].slice(-LIMITS.cart_lines),
  })

export const removeGuestHeart = (productId: number): void =>
  writeGuestCart({ hearts: without(readGuestCart().hearts, productId) })
