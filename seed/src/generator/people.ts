import { firstNames, landmarks, lastNames, streets } from '../names/people.ts'
import { places } from '../names/places.ts'
import type { DemoAddress, DemoCustomer } from '../shape.ts'
import { type Dice, diceOf } from './dice.ts'

/** Every generated customer's, as the demo's. */
export const PASSWORD = 'Demo@1234'
/** Phone numbers are given out in steps that reach every number of a range once. */
const [PHONES, STEP] = [1_000_000_000, 387_420_489]

function addressOf(dice: Dice, full_name: string, phone: string, is_default: boolean): DemoAddress {
  const { city, state, pin } = dice.pick(places)
  return {
    full_name,
    phone,
    address_line1: `${dice.between(1, 240)}, ${dice.pick(streets)}`,
    address_line2: dice.odds(40) ? dice.pick(landmarks) : null,
    city,
    state,
    country: 'India',
    pincode: `${pin}${String(dice.between(1, 99)).padStart(3, '0')}`,
    is_default,
  }
}

/** The nth generated customer: the same for the same seed. */
export function customerOf(seed: number, n: number): DemoCustomer {
  const dice = diceOf(seed, 'customer', n)
  const [first, last] = [dice.pick(firstNames), dice.pick(lastNames)]
  const phone_number = `8${String((n * STEP + 200_000_000) % PHONES).padStart(9, '0')}`
  const name = `${first} ${last}`
  const addresses = Array.from({ length: dice.between(1, 3) }, (_, index) =>
    addressOf(dice, name, phone_number, index === 0),
  )
  const email = `${first}.${last}.${n + 1}@example.com`.toLowerCase()
  return { name, email, phone_number, password: PASSWORD, addresses, orders: [] }
}
