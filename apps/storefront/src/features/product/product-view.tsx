import type { ProductDetail, Variant } from '@haat/contract/catalog'
import type { ReactNode } from 'react'
import { PageHeading } from '../../ui/page.tsx'
import { Gallery } from './gallery.tsx'
import { PRODUCT_GRID } from './product-grid-class.ts'
import { Origin, ProductPrice, Rating, StockLine } from './product-facts.tsx'
import { VariantPicker } from './variant-picker.tsx'
import { galleryOf } from './variants.ts'

interface ProductViewProps {
  product: ProductDetail
  variant: Variant | null
  onVariant: (variant: Variant) => void
  /** The deal that runs on this variant. */
  deal: ReactNode
  /** The ways to buy it. */
  buttons: ReactNode
  /** Stands beside the name. */
  heart: ReactNode
}

/** Gallery, name, price, choice and what there is to say of it. */
export function ProductView({ product, variant, onVariant, deal, buttons, heart }: ProductViewProps) {
  const media = galleryOf(product, variant)
  const { price, mrp, discount_percentage } = variant ?? product
  return (
    <div className={PRODUCT_GRID}>
      <div className="lg:sticky lg:top-36 lg:z-10 lg:self-start">
        <Gallery key={media[0]?.media_url} media={media} name={product.name} />
      </div>
      <div className="grid grid-cols-1 content-start gap-4">
        <div>
          <p className="text-sm font-semibold text-ink-soft">{product.brand}</p>
          <div className="flex items-start gap-3">
            <PageHeading key={product.id} className="grow text-2xl!">
              {product.name}
            </PageHeading>
            {heart}
          </div>
        </div>
        <Rating rating={product.rating} />
        {deal}
        <ProductPrice price={price} mrp={mrp} percent={discount_percentage} />
        <StockLine variant={variant} />
        <VariantPicker variants={product.variants} selected={variant} onSelect={onVariant} />
        {buttons}
        {product.short_description && (
          <section>
            <h2 className="mb-1 text-base font-bold">About this item</h2>
            <p className="max-w-prose">{product.short_description}</p>
          </section>
        )}
        <Origin product={product} />
      </div>
    </div>
  )
}

/** The product's story in full. */
export function AboutTheItem({ description }: { description: string }) {
  if (!description) return null
  return (
    <section>
      <h2 className="mb-2 text-xl font-extrabold tracking-tight">About the Item</h2>
      <p className="max-w-prose whitespace-pre-line">{description}</p>
    </section>
  )
}
