import type { PaymentProvider, PaymentProviders } from '../src/adapters/payment-provider.ts'

/** Providers that stay as they are. */
export const providersOf = (...all: PaymentProvider[]): PaymentProviders => ({
  all,
  gateways: {
    state: () => ({ keys: 'none', key_id: null, is_test: false, missing: [], tried: null }),
    noteTry: () => undefined,
    faultOf: () => null,
    store: () => undefined,
    forget: () => undefined,
  },
})
