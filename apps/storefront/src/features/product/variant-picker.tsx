import type { Variant } from '@haat/contract/catalog'
import { useId } from 'react'
import { cx } from '../../lib/cx.ts'
import { Picture } from '../../ui/picture.tsx'
import { variantLabel } from './variants.ts'

interface VariantPickerProps {
  variants: readonly Variant[]
  selected: Variant | null
  onSelect: (variant: Variant) => void
}

/** A button for each variant; nothing where there is no choice. */
export function VariantPicker({ variants, selected, onSelect }: VariantPickerProps) {
  const headingId = useId()
  if (variants.length < 2) return null
  const pictured = variants.every(({ color }) => color !== null)
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-2 text-base font-bold">
        Available Variants
      </h2>
      <div className="flex flex-wrap gap-2">
        {variants.map((variant) => (
          <button
            key={variant.id}
            type="button"
            aria-pressed={variant === selected}
            onClick={() => onSelect(variant)}
            className={cx(
              'inline-flex min-h-11 items-center gap-2 rounded-md border-2 bg-card py-1 font-semibold transition-colors',
              pictured ? 'pr-4 pl-1' : 'px-4',
              variant === selected
                ? 'border-peacock text-peacock'
                : 'border-line text-ink hover:border-line-strong',
              variant.stock === 0 && 'border-dashed font-normal text-ink-soft',
            )}
          >
            {pictured && <Swatch src={variant.media[0]?.media_url ?? null} />}
            <span className={cx(variant.stock === 0 && 'line-through')}>{variantLabel(variant)}</span>
            {variant.stock === 0 && <span className="sr-only">, Out of Stock</span>}
          </button>
        ))}
      </div>
    </section>
  )
}

function Swatch({ src }: { src: string | null }) {
  return (
    <span className="size-9 shrink-0 overflow-hidden rounded-sm">
      <Picture src={src} alt="" sizes="2.25rem" />
    </span>
  )
}
