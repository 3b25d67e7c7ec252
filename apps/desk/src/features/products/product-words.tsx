import type { Lack, ProductState } from '@haat/contract/staff/products'
import { CircleCheck, CircleSlash, EyeOff, ImageOff, type LucideIcon } from 'lucide-react'
import { Chip, type Turn } from '../../ui/chip.tsx'

/** What a product lacks, in words. */
export const LACK_TEXTS: Record<Lack, string> = {
  hsn: 'HSN',
  gst_rate: 'GST rate',
  mrp: 'MRP',
  country_of_origin: 'Country of origin',
  net_quantity: 'Net quantity',
  manufacturer: 'Manufacturer',
  picture: 'Picture',
}

const STATES: Record<ProductState, { label: string; turn: Turn; icon: LucideIcon }> = {
  selling: { label: 'Selling', turn: 'done', icon: CircleCheck },
  hidden: { label: 'Hidden', turn: 'off', icon: EyeOff },
  sold_out: { label: 'Sold out', turn: 'trouble', icon: CircleSlash },
}

export function StateChip({ state }: { state: ProductState }) {
  const { label, turn, icon } = STATES[state]
  return (
    <Chip turn={turn} icon={icon}>
      {label}
    </Chip>
  )
}

/** A small picture of a product. The name beside it says what it is. */
export function Thumbnail({ url }: { url: string | null }) {
  if (url === null)
    return (
      <span className="inline-grid size-10 shrink-0 place-items-center rounded-sm bg-paper-deep text-ink-soft">
        <ImageOff aria-hidden className="size-4" />
      </span>
    )
  return (
    <img
      src={`${url}?w=160`}
      alt=""
      loading="lazy"
      className="size-10 shrink-0 rounded-sm border border-line bg-card object-contain"
    />
  )
}
