import type { DemoDeal } from './shape.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

/** Running, about to start, over and switched off, so that a shop just opened shows every state. */
export const deals: DemoDeal[] = [
  {
    product: 'daud-tez-2-road-running-shoe',
    name: 'Tez 2 at its lowest yet',
    description: 'The 248 g road trainer in Blue. This price is for the first pairs of the season only.',
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
