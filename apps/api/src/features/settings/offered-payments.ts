import type { ShopSettings } from '@haat/contract/settings'

/** Shown where the shop offers no way to pay. */
export const NO_ORDERS = 'This shop takes no orders at the moment.'

/**
 * The ways to pay that the shop offers now.
 *
 * @param hasProvider whether the shop has a payment provider
 */
export const offeredPayments = ({ payments }: Pick<ShopSettings, 'payments'>, hasProvider: boolean) => ({
  cod: payments.cod,
  online: payments.online && hasProvider,
})
