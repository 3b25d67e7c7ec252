/** Payments to the merchant's own UPI id: no gateway, no fee, and nobody to ask. The merchant compares them with the bank. */
import type { PaymentProvider } from '../../adapters/payment-provider.ts'

export const upi = ({ publicUrl }: { publicUrl: string }): PaymentProvider => ({
  name: 'upi',
  label: 'UPI',
  marks: ['Any UPI app'],
  simulated: false,
  start: async ({ transactionId }) => ({ paymentUrl: `${publicUrl}/pay/${transactionId}` }),
})

export interface UpiPayment {
  /** The merchant's id, and the category code that the bank gave it. */
  id: string
  category: string | null
  shopName: string
  /** At most 35 letters and digits: the merchant's bank shows it. */
  reference: string
  /** At most 50 characters. */
  note: string
  /** Paise. */
  amount: number
}

/** What a parameter of a UPI link may hold: apps show `+` and `%40` as they are. */
const parameter = (text: string): string => encodeURIComponent(text).replaceAll('%40', '@')

/**
 * The link of a UPI payment, by the rules of NPCI.
 *
 * @param mode `01` for a QR code, `04` for a link that opens an app
 */
export function upiLink(
  { id, category, shopName, reference, note, amount }: UpiPayment,
  mode: '01' | '04',
): string {
  const parameters = {
    pa: id,
    pn: shopName,
    tr: reference,
    tn: note,
    am: (amount / 100).toFixed(2),
    cu: 'INR',
    ...(category !== null && { mc: category }),
    mode,
  }
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${parameter(value)}`)
  return `upi://pay?${query.join('&')}`
}

/** The same link for one app: where a phone does not ask which one. */
export const UPI_APPS = {
  'Google Pay': 'tez://upi/pay',
  PhonePe: 'phonepe://pay',
  Paytm: 'paytmmp://pay',
  BHIM: 'bhim://pay',
} as const

export const inApp = (link: string, app: keyof typeof UPI_APPS): string =>
  link.replace('upi://pay', UPI_APPS[app])
