/** GST registration numbers (GSTIN). */
import { findState, stateOfCode, stateProblem } from './indian-states.ts'

/** The kind of each character: state, PAN, number of the registration, Z, check character. */
const SHAPE = '99AAAAA9999A*Z*'
const KINDS: Record<string, [RegExp, string]> = {
  '9': [/\d/, 'a digit'],
  A: [/[A-Z]/, 'a capital letter'],
  '*': [/[0-9A-Z]/, 'a digit or a capital letter'],
  Z: [/Z/, 'Z'],
}
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The last character of a GSTIN, computed from the fourteen before it. */
export function checkCharacter(first14: string): string {
  const sum = Array.from(first14.slice(0, 14), (character, index) => {
    const product = CHARACTERS.indexOf(character) * (index % 2 === 0 ? 1 : 2)
    return Math.floor(product / 36) + (product % 36)
  }).reduce((total, part) => total + part, 0)
  return CHARACTERS[(36 - (sum % 36)) % 36] ?? ''
}

/** What is wrong with a GSTIN, or null. It cannot tell whether the number was ever issued. */
export function faultOfGstin(gstin: string): string | null {
  if (gstin.length !== SHAPE.length)
    return `A GSTIN has ${SHAPE.length} characters, and this one has ${gstin.length}.`
  for (const [index, character] of Array.from(gstin).entries()) {
    const [wanted, name] = KINDS[SHAPE.charAt(index)] ?? [/^/, '']
    if (!wanted.test(character))
      return `Character ${index + 1} of a GSTIN is ${name}, as in 29ABCDE1234F1ZW, and not ${character}.`
  }
  if (stateOfCode(gstin.slice(0, 2)) === null)
    return `The GSTIN ${gstin} begins with ${gstin.slice(0, 2)}, which is not the code of a state.`
  return gstin.endsWith(checkCharacter(gstin))
    ? null
    : 'This GSTIN has a typing mistake. Copy it from your GST certificate.'
}

/** A GSTIN without the spaces and small letters of those who type it. */
export const cleanGstin = (typed: string): string => typed.replaceAll(/\s/g, '').toUpperCase()

/** Why an order to a state cannot be billed to a business with this GSTIN, or null. */
export function faultOfBuyerGstin(gstin: string, state: string): string | null {
  const fault = faultOfGstin(gstin)
  const registered = fault === null ? otherStateOfGstin({ gstin, state }) : null
  return registered === null
    ? fault
    : `This GSTIN belongs to ${registered}, but the order goes to ${state}. Choose an address in ${registered}, or leave the GSTIN out.`
}

/** The state that a GSTIN names where it is another one than the seller's; each is right on its own. */
export function otherStateOfGstin({ gstin, state }: { gstin: string | null; state: string }): string | null {
  const registered = stateOfCode(gstin?.slice(0, 2) ?? '')
  return !registered || registered === findState(state) ? null : registered.name
}

/** The PIN code in an address, without spaces; empty if it has none. */
export const pinCodeIn = (text: string): string =>
  (/(?<!\d)[1-9]\d{2} ?\d{3}(?!\d)/.exec(text)?.[0] ?? '').replace(' ', '')

/** What does not fit together in a seller's GSTIN, state and PIN code, each right on its own, or null. */
export function sellerMismatch(seller: {
  gstin: string | null
  state: string
  address: string
}): string | null {
  const registered = otherStateOfGstin(seller)
  if (registered !== null)
    return `This GSTIN belongs to ${registered}. Choose ${registered}, or correct the GSTIN.`
  const { state, address } = seller
  return findState(state) ? (stateProblem({ state, pincode: pinCodeIn(address) })?.message ?? null) : null
}
