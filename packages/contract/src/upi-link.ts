/** Links of UPI payments, by the rules of NPCI: in QR codes, and to open an app. */

export interface UpiPayment {
  /** The merchant's id, and the category code that the bank gave it. */
  id: string
  category: string | null
  shopName: string
  /** At most 35 letters and digits: also the note, as the merchant's bank shows one or the other. */
  reference: string
  /** Paise. */
  amount: number
}

/** What a parameter of a UPI link may hold: apps show `+` and `%40` as they are. */
const parameter = (text: string): string => encodeURIComponent(text).replaceAll('%40', '@')

/**
 * The link of a UPI payment.
 *
 * @param mode `01` for a QR code, `04` for a link that opens an app
 */
export function upiLink(
  { id, category, shopName, reference, amount }: UpiPayment,
  mode: '01' | '04',
): string {
  const parameters = {
    pa: id,
    pn: shopName,
    tr: reference,
    tn: reference,
    am: (amount / 100).toFixed(2),
    cu: 'INR',
    ...(category !== null && { mc: category }),
    mode,
  }
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${parameter(value)}`)
  return `upi://pay?${query.join('&')}`
}
