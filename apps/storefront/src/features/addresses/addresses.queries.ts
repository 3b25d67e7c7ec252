import type { Address, AddressBody } from '@haat/contract/profile'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addressesQuery } from '../../api/addresses.queries.ts'
import { call, contract } from '../../api/client.ts'

const { queryKey } = addressesQuery()

const withDefault = (addresses: Address[], id: number): Address[] =>
  addresses.map((address) => ({ ...address, is_default: address.id === id }))

/** Adds an address, or updates the one with the given `id`. Settles when the list is reloaded. */
export function useSaveAddress() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: { id: number | null; body: AddressBody }) =>
      id === null
        ? call(contract.profile.addAddress, { body })
        : call(contract.profile.updateAddress, { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  })
}

/** Changes the list as the server has done; its next load follows. */
function useListChange(
  send: (id: number) => Promise<unknown>,
  change: (addresses: Address[], id: number) => Address[],
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    scope: { id: 'addresses' },
    onSuccess: (_reply, id) => {
      client.setQueryData(queryKey, (addresses) => addresses && change(addresses, id))
      void client.invalidateQueries({ queryKey })
    },
  })
}

export const useDeleteAddress = () =>
  useListChange(
    (id) => call(contract.profile.deleteAddress, { params: { id } }),
    (addresses, id) => addresses.filter((address) => address.id !== id),
  )

export const useSetDefaultAddress = () =>
  useListChange((id) => call(contract.profile.setDefaultAddress, { params: { id } }), withDefault)
