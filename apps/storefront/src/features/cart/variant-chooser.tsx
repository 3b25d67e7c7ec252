import { t } from '@lingui/core/macro'
import type { ListedProduct, ListedVariant } from '@haat/contract/catalog'
import { Button } from '@haat/ui/button'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Dialog } from '../../ui/dialog.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Price } from '../../ui/price.tsx'
import { VariantPicker } from '../product/variant-picker.tsx'
import { selectedVariant } from '../product/variants.ts'

interface VariantChooserProps {
  product: ListedProduct
  onAdd: (variant: ListedVariant) => Promise<unknown>
  onClose: () => void
}

/** Asks which variant of a card's product goes to the cart. */
export function VariantChooser({ product, onAdd, onClose }: VariantChooserProps) {
  const [chosen, choose] = useState(() => selectedVariant(product.variants))
  const isOut = chosen?.stock === 0
  // Outside of the card, whose look would reach into it.
  return createPortal(
    <Dialog
      open
      onClose={onClose}
      title={t`Choose and add`}
      footer={
        <Button
          className="w-full"
          disabled={!chosen || isOut}
          onClick={() => chosen && onAdd(chosen).then(onClose)}
        >
          {isOut ? t`Out of Stock` : t`Add to Cart`}
        </Button>
      }
    >
      <div className="mb-5 flex items-center gap-4">
        <div className="w-20 shrink-0 overflow-hidden rounded-md border border-line">
          <Picture src={product.media_url} name={product.name} alt="" sizes="5rem" />
        </div>
        <div className="min-w-0">
          <p className="line-clamp-2 font-semibold">{product.name}</p>
          <Price price={(chosen ?? product).price} mrp={(chosen ?? product).mrp} />
        </div>
      </div>
      <VariantPicker variants={product.variants} selected={chosen} onSelect={choose} />
    </Dialog>,
    document.body,
  )
}
