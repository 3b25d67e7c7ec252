import type { Address, AddressBody } from '@haat/contract/profile'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'

/** The customer's addresses, the default one first. */
export const addressesQuery = () =>
  queryOptions({
    queryKey: ['me', 'addresses'],
    queryFn: async ({ signal }) => (await call(contract.profile.addresses, { signal })).addresses,
  })

const { queryKey } = addressesQuery()

const withDefault = (addresses: Address[], id: number): Address[] =>
  addresses.map((address) => ({ ...address, is_default: address.id === id }))

function withSaved(addresses: Address[], saved: Address): Address[] {
  const exists = addresses.some(({ id }) => id === saved.id)
  const all = exists
    ? addresses.map((address) => (address.id === saved.id ? saved : address))
    : [...addresses, saved]
  return saved.is_default ? withDefault(all, saved.id) : all
}

/** Adds an address, or updates the one with the given `id`. Reloads the list. */
export function useSaveAddress() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: { id: number | null; body: AddressBody }) =>
      id === null
        ? call(contract.profile.addAddress, { body })
        : call(contract.profile.updateAddress, { params: { id }, body }),
    onSuccess: ({ address }) => {
      client.setQueryData(queryKey, (addresses) => addresses && withSaved(addresses, address))
      void client.invalidateQueries({ queryKey })
    },
  })
}

/** Called even when the entry is no longer on the screen. */
interface Callbacks {
  /** @param before the address as it was; undefined if the list was not loaded */
  onSuccess: (before: Address | undefined) => void
  onError: (error: Error) => void
}

/** Changes the list optimistically and rolls back on refusal. The returned promise never rejects. */
function useListChange(
  callbacks: Callbacks,
  send: (id: number) => Promise<unknown>,
  change: (addresses: Address[], id: number) => Address[],
) {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: send,
    scope: { id: 'addresses' },
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, (addresses) => addresses && change(addresses, id))
      return { before }
    },
    onSuccess: (_reply, id, { before }) => callbacks.onSuccess(before?.find((address) => address.id === id)),
    onError: (error, _id, context) => {
      client.setQueryData(queryKey, context?.before)
      callbacks.onError(error)
    },
    onSettled: () => void client.invalidateQueries({ queryKey }),
  })
  return (id: number): Promise<unknown> => mutateAsync(id).catch(() => undefined)
}

export const useDeleteAddress = (callbacks: Callbacks) =>
  useListChange(
    callbacks,
    (id) => call(contract.profile.deleteAddress, { params: { id } }),
    (addresses, id) => addresses.filter((address) => address.id !== id),
  )

export const useSetDefaultAddress = (callbacks: Callbacks) =>
  useListChange(callbacks, (id) => call(contract.profile.setDefaultAddress, { params: { id } }), withDefault)
