/** Amounts: integer paise in code, rupees on the wire, in files and on the command line. */

/** The largest amount Haat handles, in rupees: ₹1,000 crore. */
export const RUPEES_MAX = 10_000_000_000

/** `RUPEES_MAX` in paise. */
export const PAISE_MAX = RUPEES_MAX * 100

/** @param rupees rounded to the paisa */
export const toPaise = (rupees: number): number => Math.round(rupees * 100)

export const toRupees = (paise: number): number => paise / 100

/** The error of a sum or difference of rupees: it grows with the amount (each addition adds up to 1.1e-16 of it). */
const floatError = (rupees: number): number => Math.max(1e-9, rupees * 1e-14)

/** Whether an amount in rupees has at most two decimals, floating-point errors aside. */
export const isWholePaise = (rupees: number): boolean =>
  Math.abs(toRupees(toPaise(rupees)) - rupees) <= floatError(rupees)

/** Rupees as typed: digits with at most two decimals, up to `RUPEES_MAX`. */
export const RUPEES_TEXT = /^(\d{1,10}(\.\d{1,2})?|10000000000(\.00?)?)$/

/** Reads rupees as typed, such as `1299` or `85.50`. @returns paise, or null for anything else */
export const parseAmount = (text: string): number | null =>
  RUPEES_TEXT.test(text) ? toPaise(Number(text)) : null

const exact = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
const whole = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 })

/** Paise as the storefront shows prices: `₹1,50,000.00`. */
export const formatRupees = (paise: number): string => exact.format(toRupees(paise))

/** Paise for sentences, mails and the command line: `₹1,50,000`, or `₹99.50` where there are paise. */
export const formatShortRupees = (paise: number): string =>
  (paise % 100 === 0 ? whole : exact).format(toRupees(paise))
