/** The state's half of the tax, and its rates. */
import type { IndianState } from '@haat/contract/indian-states'

/** Union territories without a legislature, by code: their half of the tax is UTGST, not SGST. */
const TERRITORIES: readonly string[] = ['04', '26', '31', '35', '38']

/** What the state's half of the tax is called. */
export const stateTaxOf = (state: IndianState | null): 'SGST' | 'UTGST' =>
  state && TERRITORIES.includes(state.gst_code) ? 'UTGST' : 'SGST'

/** Rates of GST in India, in percent. */
export const GST_RATES: readonly number[] = [0, 0.1, 0.25, 1, 1.5, 3, 5, 6, 7.5, 18, 40]
/** Rates that ended on 22 September 2025. A few goods, such as some bricks and tobacco, kept them for longer. */
export const ENDED_GST_RATES: readonly number[] = [12, 28]
