import { BottomBar } from '../../ui/page.tsx'
import { Button } from '../../ui/button.tsx'

interface BuyButtonsProps {
  /** False for a variant that is sold out. */
  available: boolean
  adding: boolean
  /** May return a promise, as `onClick` of Button. */
  onAdd: () => unknown
  onBuyNow: () => void
  /** The shopper is about to press one of them. */
  onPoint: () => void
}

/** Add to Cart and Buy Now; on a phone they stay at the bottom of the screen. */
export function BuyButtons({ available, adding, onAdd, onBuyNow, onPoint }: BuyButtonsProps) {
  const pointed = { onPointerEnter: onPoint, onFocus: onPoint }
  return (
    <BottomBar className="grid grid-cols-2 gap-3 sm:max-w-lg">
      <Button
        variant="outline"
        className="min-h-12 border-peacock text-peacock"
        busy={adding}
        disabled={!available}
        onClick={onAdd}
        {...pointed}
      >
        {adding ? 'ADDING...' : 'Add to Cart'}
      </Button>
      <Button className="min-h-12" disabled={!available} onClick={onBuyNow} {...pointed}>
        Buy Now
      </Button>
    </BottomBar>
  )
}
