import type { ShopSettings } from '@haat/contract/settings'
import type { PaymentProvider, PaymentProviders } from '../../adapters/payment-provider.ts'

/** Shown where the shop offers no way to pay. */
export const NO_ORDERS = /*i18n*/ 'This shop takes no orders at the moment.'

/** The ways to pay that the shop offers now: `providers` are those of online payment, as the shopper sees them. */
export function offeredPayments({ payments }: Pick<ShopSettings, 'payments'>, { all }: PaymentProviders) {
  const ready = all.filter(({ name }) => name !== 'upi' || payments.upi.id !== null)
  const chosen: readonly PaymentProvider[] =
    payments.providers?.flatMap((name) => ready.find((provider) => provider.name === name) ?? []) ?? ready
  const providers = payments.online ? chosen : []
  return { cod: payments.cod, online: providers.length > 0, providers }
}
