import type { DemoDeal } from './shape.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

export const deals: DemoDeal[] = [
  {
    product: 'daud-gully-lightweight-trainer',
    name: 'Gully Trainer at its lowest',
    description: 'The everyday trainer in Lime, until the pairs run out.',
    deal_price: 149_900,
    starts_in: -2 * HOUR,
    ends_in: 3 * DAY,
    is_active: true,
  },
]
