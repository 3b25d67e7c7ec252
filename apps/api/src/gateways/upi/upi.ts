/** Payments to the merchant's own UPI id: no gateway, no fee, and nobody to ask. The merchant compares them with the bank. */
import type { PaymentProvider } from '../../adapters/payment-provider.ts'

export const upi = ({ publicUrl }: { publicUrl: string }): PaymentProvider => ({
  name: 'upi',
  label: 'UPI',
  marks: ['Any UPI app'],
  simulated: false,
  start: async ({ transactionId }) => ({ paymentUrl: `${publicUrl}/pay/${transactionId}` }),
})

/** The same link for one app: where a phone does not ask which one. */
export const UPI_APPS = {
  'Google Pay': 'tez://upi/pay',
  PhonePe: 'phonepe://pay',
  Paytm: 'paytmmp://pay',
  BHIM: 'bhim://pay',
} as const

export const inApp = (link: string, app: keyof typeof UPI_APPS): string =>
  link.replace('upi://pay', UPI_APPS[app])
