import type { DemoBanner, DemoCoupon, DemoDeal, DemoLink } from './shape.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

/** Active, not started, expired and switched-off deals, so that a new shop has every state. */
export const deals: DemoDeal[] = [
  {
    product: 'daud-tez-2-road-running-shoe',
    name: 'Tez 2 at its lowest yet',
    description: 'The 248 g road trainer in Blue, for hot tarmac and daily five-kilometre runs.',
    deal_price: 279_900,
    starts_in: -6 * HOUR,
    ends_in: 2 * DAY + 5 * HOUR,
    is_active: true,
  },
  {
    product: 'nabz-upper-arm-blood-pressure-monitor',
    name: 'Blood pressure, checked at home',
    description: 'Averages three readings and tells you the result in six languages.',
    deal_price: 159_900,
    starts_in: -2 * DAY,
    ends_in: 36 * HOUR,
    is_active: true,
  },
  {
    product: 'deodar-ridge-two-person-tent',
    name: 'Pack before the long weekend',
    description: 'A dry 2.4 kg tent that one person puts up in four minutes.',
    deal_price: 749_900,
    starts_in: -1 * HOUR,
    ends_in: 5 * DAY,
    is_active: true,
  },
  {
    product: 'tadka-chef-s-knife-20-cm',
    name: 'The one knife to own',
    description: 'Full tang, high carbon, thin behind the edge. With its card sheath.',
    deal_price: 119_900,
    starts_in: -12 * HOUR,
    ends_in: 20 * HOUR,
    is_active: true,
  },
  {
    product: 'surakshit-ratchet-safety-helmet',
    name: 'Fit out the whole site',
    description: 'IS 2925 helmets in the five site colours, at the price of the plain ones.',
    deal_price: 29_900,
    starts_in: 8 * HOUR,
    ends_in: 3 * DAY,
    is_active: true,
  },
  {
    product: 'parry-panja-three-weapon-mask',
    name: 'Nationals week: masks',
    description: 'The 350 N mask with a washable lining, in time for the nationals.',
    deal_price: 459_900,
    starts_in: 2 * DAY,
    ends_in: 6 * DAY,
    is_active: true,
  },
  {
    product: 'kesari-satin-lipstick',
    name: 'Festive reds',
    description: 'One swipe, kokum butter, no melting. The festival is over and so is this offer.',
    deal_price: 34_900,
    starts_in: -6 * DAY,
    ends_in: -1 * DAY,
    is_active: true,
  },
  {
    product: 'maidan-outdoor-basketball',
    name: 'School sports day',
    description: 'One outdoor ball for every house, at a price for the whole school.',
    deal_price: 54_900,
    starts_in: -1 * DAY,
    ends_in: 4 * DAY,
    is_active: false,
  },
]

const unlimited: Omit<DemoCoupon, 'code' | 'description' | 'level' | 'kind' | 'value'> = {
  min_amount: null,
  max_discount: null,
  starts_in: null,
  ends_in: null,
  usage_limit: null,
  per_user_limit: null,
  used_count: 0,
  is_active: true,
  is_listed: false,
}

/** One coupon for each case of the checkout. */
export const coupons: DemoCoupon[] = [
  {
    ...unlimited,
    code: 'WELCOME10',
    is_listed: true,
    description: '10% off your order, up to ₹500',
    level: 'order',
    kind: 'percent',
    value: 10,
    max_discount: 50_000,
  },
  {
    ...unlimited,
    code: 'FLAT200',
    is_listed: true,
    description: '₹200 off orders of ₹1,500 or more',
    level: 'order',
    kind: 'flat',
    value: 20_000,
    min_amount: 150_000,
  },
  {
    ...unlimited,
    code: 'SNEAK15',
    is_listed: true,
    description: '15% off sneakers',
    level: 'item',
    kind: 'percent',
    value: 15,
    category: 'sneakers',
  },
  {
    ...unlimited,
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
    ...unlimited,
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
    ...unlimited,
    code: 'FIRST100',
    description: '₹100 off for the first hundred orders',
    level: 'order',
    kind: 'flat',
    value: 10_000,
    usage_limit: 100,
    used_count: 100,
  },
  {
    ...unlimited,
    code: 'ONCE50',
    description: '₹50 off, once per customer',
    level: 'order',
    kind: 'flat',
    value: 5_000,
    per_user_limit: 1,
  },
]

interface BannerPicture {
  tone: string
  drawing: string
  colour?: string
  companions: [string, string, string]
}

function banner(
  banner_name: string,
  name: string,
  alt: string,
  picture: BannerPicture,
  link: DemoLink,
): DemoBanner {
  return { banner_name, name, alt, picture: { look: 'banner', seed: name, ...picture }, link }
}

export const banners: DemoBanner[] = [
  banner(
    'Run before the sun does',
    'banner-sneakers',
    'A running shoe in front of a high-top, a water bottle and a stopwatch',
    {
      tone: 'oat',
      drawing: 'running-shoe',
      colour: 'Coral',
      companions: ['water-bottle', 'high-top', 'stopwatch'],
    },
    { to: 'category', slug: 'sneakers' },
  ),
  banner(
    'A laboratory that starts on Monday',
    'banner-lab',
    'A microscope with a flask, a beaker and a reagent bottle',
    { tone: 'sage', drawing: 'microscope', companions: ['conical-flask', 'beaker', 'dropper-bottle'] },
    { to: 'category', slug: 'lab-equipment' },
  ),
  banner(
    'Hot deals for the road and the tent',
    'banner-deals',
    'A tent with a backpack, a lantern and a water bottle',
    { tone: 'moss', drawing: 'tent', companions: ['backpack', 'lantern', 'water-bottle'] },
    { to: 'hotdeals' },
  ),
  banner(
    'Ready before it happens',
    'banner-rescue',
    'A rescue helmet with a life jacket, a ring buoy and a first aid box',
    {
      tone: 'sand',
      drawing: 'rescue-workers-helmet',
      companions: ['life-jacket', 'ring-buoy', 'first-aid-box'],
    },
    { to: 'category', slug: 'rescue-gear' },
  ),
  banner(
    'Everything for the kitchen, nothing for the drawer',
    'banner-kitchen',
    'A pressure cooker with a tiffin, a teapot and a jar',
    { tone: 'peach', drawing: 'pressure-cooker', companions: ['tiffin', 'teapot', 'jar'] },
    { to: 'category', slug: 'kitchen-dining' },
  ),
]
