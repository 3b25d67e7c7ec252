import type { CartItem } from '@haat/contract/cart'
import { useState } from 'react'

/** Which lines the shopper has unticked; none at first. */
export function useSelection() {
  const [unticked, setUnticked] = useState<ReadonlySet<number>>(new Set())
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
