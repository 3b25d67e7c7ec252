import { PATTERNS } from '@haat/contract/rules'
import { useQuery } from '@tanstack/react-query'
import { addressesQuery } from '../../api/addresses.queries.ts'
import { contract } from '../../api/client.ts'
import { queryTo } from '../../api/query-client.ts'
import { useSession } from '../../api/session.ts'
import { storeAndTell, useStored } from '../../lib/device-storage.ts'

const PINCODE = 'pincode'

/**
 * The PIN code that the shopper asked about last, kept on the device; without one, that of the customer's default address.
 * Null without either, and on the server.
 */
export function usePincode(): string | null {
  const kept = useStored(PINCODE)
  const isAsked = useSession() !== null && kept === null
  const { data: addresses } = useQuery({ ...addressesQuery(), enabled: isAsked })
  return kept ?? (isAsked ? addresses?.find(({ is_default }) => is_default)?.pincode : null) ?? null
}

export const keepPincode = (pincode: string): void => storeAndTell(PINCODE, pincode)

/** Whether, when and for how much an order comes to a PIN code. @param state of the address: two may share a code */
export const deliveryQuery = (pincode: string | null | undefined, state?: string) => {
  const query = { pincode: pincode ?? '', state }
  return {
    ...queryTo(['delivery', query], contract.delivery.to, { query }, ({ delivery }) => delivery),
    enabled: PATTERNS.pincode.test(query.pincode),
    staleTime: 5 * 60_000,
  }
}
