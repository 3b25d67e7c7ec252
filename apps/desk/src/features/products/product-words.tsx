import type { Lack, ProductState } from '@haat/contract/staff/products'
import { CalendarClock, CircleCheck, CircleSlash, EyeOff } from 'lucide-react'
import { shortMoment } from '../../lib/format.ts'
import { Chip, type Look } from '../../ui/chip.tsx'

export const LACK_TEXTS: Record<Lack, string> = {
  hsn: 'HSN',
  gst_rate: 'GST rate',
  mrp: 'MRP',
  country_of_origin: 'Country of origin',
  net_quantity: 'Net quantity',
  manufacturer: 'Manufacturer',
  picture: 'Picture',
}

const STATES: Record<ProductState, Look> = {
  selling: { label: 'Selling', turn: 'done', icon: CircleCheck },
  hidden: { label: 'Hidden', turn: 'off', icon: EyeOff },
  scheduled: { label: 'Scheduled', turn: 'moving', icon: CalendarClock },
  sold_out: { label: 'Sold out', turn: 'trouble', icon: CircleSlash },
}

/** @param publish_at when the server publishes it */
export function StateChip({ state, publish_at }: { state: ProductState; publish_at: Date | null }) {
  const { label, ...look } = STATES[state]
  return <Chip {...look} label={publish_at ? `${label} · ${shortMoment(publish_at)}` : label} />
}
