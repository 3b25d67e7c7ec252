/**
 * Whether, when and for how much an order comes to an address. What a rule of the smallest area around it says holds; what
 * no rule says, the settings and the distance do.
 */
import type { Contract } from '@haat/contract'
import type { Arrival, Delivery } from '@haat/contract/delivery'
import { areasAround, whyNotDelivered } from '@haat/contract/delivery-area'
import { pinCodeIn } from '@haat/contract/gstin'
import { findState, isPostal, statesOfPin } from '@haat/contract/indian-states'
import { SHOP_TIME_ZONE } from '@haat/contract/rules'
import type { AllSettings } from '@haat/contract/settings'
import { t } from '#say'
import type { Reader } from '../../db/database.ts'
import type { Handlers } from '../../http/serve.ts'
import { readSettings } from '../settings/settings.store.ts'
import { type AreaRule, findRulesOf } from './delivery.store.ts'
import { districtOf } from './districts.ts'

/** What holds for orders to an address. */
export interface DeliveryTerms {
  /** Why the shop does not deliver there, as a sentence; null where it does. */
  problem: string | null
  cod: boolean
  /** Paise. */
  charge: number
  /** Working days after the parcel has left. */
  days: Days
}

interface Days {
  from: number
  to: number
}

interface Place {
  state: string
  pincode: string
}

/** Working days that couriers usually take by road, by how far it is. */
const USUAL_DAYS = {
  district: { from: 1, to: 2 },
  state: { from: 2, to: 3 },
  metro: { from: 2, to: 4 },
  country: { from: 3, to: 6 },
  remote: { from: 5, to: 9 },
} as const satisfies Record<string, Days>

const METROS = new Set([
  ...['Ahmedabad', 'Bengaluru', 'Chennai', 'Hyderabad', 'Kolkata'],
  ...['Mumbai', 'Navi Mumbai', 'New Delhi', 'Pune'],
])

/** States where couriers change from road to boat, plane or mountain road. */
const REMOTE_STATES = new Set([
  ...['Andaman and Nicobar Islands', 'Lakshadweep', 'Ladakh', 'Jammu and Kashmir', 'Sikkim'],
  ...['Arunachal Pradesh', 'Assam', 'Manipur', 'Meghalaya', 'Mizoram', 'Nagaland', 'Tripura'],
])

/** How many working days a parcel usually takes from the seller's address. */
export function usualDays({ seller }: Pick<AllSettings, 'seller'>, to: Place): Days {
  const origin = pinCodeIn(seller.address)
  const [here, there] = [districtOf(origin), districtOf(to.pincode)]
  const state = findState(to.state)?.name
  // The army's post.
  if (state === undefined || to.pincode.startsWith('9')) return USUAL_DAYS.remote
  if (here !== null && here === there) return USUAL_DAYS.district
  if (state === findState(seller.state)?.name) return USUAL_DAYS.state
  if (REMOTE_STATES.has(state)) return USUAL_DAYS.remote
  return METROS.has(here ?? '') && METROS.has(there ?? '') ? USUAL_DAYS.metro : USUAL_DAYS.country
}

/** What holds for an address. */
export async function deliveryTerms(
  reader: Reader,
  settings: AllSettings,
  to: Place,
): Promise<DeliveryTerms> {
  const { pincode } = to
  const rules = await findRulesOf(reader, areasAround(to))
  const said = <Name extends keyof AreaRule>(name: Name) => rules.find((rule) => rule[name] !== null)?.[name]
  const dated = rules.find(({ days_from }) => days_from !== null)
  const served = said('served')
  return {
    problem:
      served === false
        ? t`We do not deliver to ${pincode} yet. Please choose another address.`
        : served === true
          ? null
          : isPostal(pincode)
            ? whyNotDelivered(settings.delivery.areas, to)
            : t`PIN code ${pincode} does not exist.`,
    cod: said('cod') ?? true,
    charge: said('charge') ?? settings.delivery.charge,
    days: dated ? { from: dated.days_from ?? 0, to: dated.days_to ?? 0 } : usualDays(settings, to),
  }
}

const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: SHOP_TIME_ZONE })
const DAY = 86_400_000

/** The day of India that is so many working days, Mondays to Saturdays, after a moment's. */
function workingDaysAfter(now: Date, days: number): string {
  let day = new Date(isoDay.format(now))
  for (let left = days; left > 0 || day.getUTCDay() === 0;) {
    day = new Date(day.getTime() + DAY)
    if (day.getUTCDay() !== 0) left -= 1
  }
  return isoDay.format(day)
}

/** When an order arrives that is placed at a moment. */
export function arrivalOf(
  { days }: Pick<DeliveryTerms, 'days'>,
  { delivery }: Pick<AllSettings, 'delivery'>,
  now: Date,
): Arrival {
  const after = (count: number): string => workingDaysAfter(now, delivery.dispatch_days + count)
  return { from: after(days.from), to: after(days.to) }
}

/** What a shopper is told of a PIN code. */
export async function deliveryTo(
  reader: Reader,
  { pincode, state }: { pincode: string; state?: string | undefined },
  now: Date,
): Promise<Delivery> {
  const settings = await readSettings(reader)
  const place = { pincode, state: findState(state ?? '')?.name ?? statesOfPin(pincode)[0]?.name ?? null }
  const terms = await deliveryTerms(reader, settings, { ...place, state: place.state ?? '' })
  const { problem, charge } = terms
  return {
    ...place,
    ...{ problem, charge, served: problem === null },
    city: districtOf(pincode),
    cod: problem === null && settings.payments.cod && terms.cod,
    arrives: problem === null ? arrivalOf(terms, settings, now) : null,
  }
}

export const delivery: Handlers<Contract['delivery']> = {
  async to({ query }, { db, now }) {
    return { success: true, delivery: await deliveryTo(db, query, now()) }
  },
}
