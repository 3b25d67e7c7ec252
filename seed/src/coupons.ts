import type { DemoCoupon } from './shape.ts'

const DAY = 86_400

const always: Omit<DemoCoupon, 'code' | 'description' | 'level' | 'kind' | 'value'> = {
  min_amount: null,
  max_discount: null,
  starts_in: null,
  ends_in: null,
  usage_limit: null,
  per_user_limit: null,
  used_count: 0,
  is_active: true,
}

/** One coupon for each case a checkout has to tell apart. */
export const coupons: DemoCoupon[] = [
  {
    ...always,
    code: 'WELCOME10',
    description: '10% off your order, up to ₹500',
    level: 'order',
    kind: 'percent',
    value: 10,
    max_discount: 50_000,
  },
  {
    ...always,
    code: 'FLAT200',
    description: '₹200 off orders of ₹1,500 or more',
    level: 'order',
    kind: 'flat',
    value: 20_000,
    min_amount: 150_000,
  },
  {
    ...always,
    code: 'SNEAK15',
    description: '15% off sneakers',
    level: 'item',
    kind: 'percent',
    value: 15,
    category: 'sneakers',
  },
  {
    ...always,
    code: 'DIWALI25',
    description: '25% off your order, up to ₹1,000',
    level: 'order',
    kind: 'percent',
    value: 25,
    max_discount: 100_000,
    starts_in: -40 * DAY,
    ends_in: -10 * DAY,
  },
  {
    ...always,
    code: 'NEWYEAR20',
    description: '20% off your order, up to ₹800',
    level: 'order',
    kind: 'percent',
    value: 20,
    max_discount: 80_000,
    starts_in: 30 * DAY,
    ends_in: 45 * DAY,
  },
  {
    ...always,
    code: 'FIRST100',
    description: '₹100 off for the first hundred orders',
    level: 'order',
    kind: 'flat',
    value: 10_000,
    usage_limit: 100,
    used_count: 100,
  },
  {
    ...always,
    code: 'ONCE50',
    description: '₹50 off, once per customer',
    level: 'order',
    kind: 'flat',
    value: 5_000,
    per_user_limit: 1,
  },
]
