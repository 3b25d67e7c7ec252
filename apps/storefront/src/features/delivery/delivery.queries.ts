import { PATTERNS } from '@haat/contract/rules'
import { queryOptions } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'
import { storeAndTell, useStored } from '../../lib/device-storage.ts'

const PINCODE = 'pincode'

/** The PIN code that the shopper asked about last, kept on the device; null without one, and on the server. */
export const usePincode = (): string | null => useStored(PINCODE)

export const keepPincode = (pincode: string): void => storeAndTell(PINCODE, pincode)

/**
 * Whether, when and for how much an order comes to a PIN code.
 *
 * @param state of the address, as two states may share a code
 */
export const deliveryQuery = (pincode: string | null | undefined, state?: string) =>
  queryOptions({
    queryKey: ['delivery', pincode, state],
    queryFn: async ({ signal }) =>
      (await call(contract.delivery.to, { query: { pincode: pincode ?? '', state }, signal })).delivery,
    enabled: PATTERNS.pincode.test(pincode ?? ''),
    staleTime: 5 * 60_000,
  })
