import type { CartItem } from '@haat/contract/cart'
import { useState } from 'react'

/** Which lines the shopper has unticked; none at first. A line that leaves the cart is ticked when it comes back. */
export function useSelection(cart: readonly CartItem[]) {
  const [unticked, setUnticked] = useState<ReadonlySet<number>>(new Set())
  const present = cart.map((line) => line.variant_id).filter((id) => unticked.has(id))
  if (present.length < unticked.size) setUnticked(new Set(present))
  const tick = (lines: readonly CartItem[], ticked: boolean) =>
    setUnticked((before) => {
      const after = new Set(before)
      for (const { variant_id } of lines) {
        if (ticked) after.delete(variant_id)
        else after.add(variant_id)
      }
      return after
    })
  return { unticked, tick }
}
