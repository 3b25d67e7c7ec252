/** Where a shop delivers: states, and beginnings of PIN codes; all over India where there are none. */
import { findState, statesOfPin } from './indian-states.ts'

const PIN_BEGINNING = /^[1-9]\d{2,5}$/

/** The area that a text names: a state by its name, or three to six digits that begin PIN codes; else null. */
export const areaOf = (text: string): string | null =>
  PIN_BEGINNING.test(text) ? text : (findState(text)?.name ?? null)

/** The areas that an address is in, the smallest first: beginnings of its PIN code, then its state. */
export function areasAround({ state, pincode }: { state: string; pincode: string }): string[] {
  const beginnings = [6, 5, 4, 3].map((digits) => pincode.slice(0, digits))
  const name = findState(state)?.name
  return [...beginnings.filter((area) => PIN_BEGINNING.test(area)), ...(name === undefined ? [] : [name])]
}

/** `Karnataka, Goa and PIN codes that begin with 600`. @param most that are named, or one more */
export function areasText(areas: readonly string[], most = 12): string {
  const shown = areas.slice(0, areas.length > most + 1 ? most : undefined)
  const pins = shown.filter((area) => PIN_BEGINNING.test(area))
  const parts = [
    ...shown.filter((area) => !PIN_BEGINNING.test(area)),
    ...(pins.length > 0 ? [`PIN codes that begin with ${pins.join(', ')}`] : []),
    ...(areas.length > shown.length ? [`${areas.length - shown.length} more areas`] : []),
  ]
  const last = parts.pop() ?? ''
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}

/** Whether an address is in one of the areas. */
const isInAreas = (areas: readonly string[], address: { state: string; pincode: string }): boolean =>
  areasAround(address).some((area) => areas.includes(area))

/** Why an order cannot go to an address, as a sentence that says what to do; null where it can. */
export function whyNotDelivered(
  areas: readonly string[],
  { state, pincode }: { state: string; pincode: string },
): string | null {
  if (areas.length === 0 || isInAreas(areas, { state, pincode })) return null
  return `We deliver only to ${areasText(areas, 3)}. Please choose an address there.`
}

/** Whether areas reach beyond a state; all of India does. */
export function reachesBeyond(areas: readonly string[], state: string): boolean {
  const home = findState(state)
  const isHome = (area: string): boolean =>
    PIN_BEGINNING.test(area) ? statesOfPin(area)[0] === home : area === home?.name
  return areas.length === 0 || !areas.every(isHome)
}
