import type { Address, AddressBody } from '@haat/contract/profile'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'

/** The shopper's addresses, the default first. */
export const addressesQuery = () =>
  queryOptions({
    queryKey: ['me', 'addresses'],
    queryFn: async ({ signal }) => (await call(contract.profile.addresses, { signal })).addresses,
  })

const { queryKey } = addressesQuery()

const withDefault = (addresses: Address[], id: number): Address[] =>
  addresses.map((address) => ({ ...address, is_default: address.id === id }))

function withSaved(addresses: Address[], saved: Address): Address[] {
  const known = addresses.some(({ id }) => id === saved.id)
  const all = known
    ? addresses.map((address) => (address.id === saved.id ? saved : address))
    : [...addresses, saved]
  return saved.is_default ? withDefault(all, saved.id) : all
}

/** Adds an address, or replaces the one that `id` names. The list is loaded again. */
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

/** Told how each change went, also when its entry is gone from the screen. */
export interface Answers {
  onSuccess: () => void
  onError: (error: Error) => void
}

/** A change of the list that shows at once, and is taken back when the server refuses. */
function useListChange(
  answers: Answers,
  send: (id: number) => Promise<unknown>,
  change: (addresses: Address[], id: number) => Address[],
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    scope: { id: 'addresses' },
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, (addresses) => addresses && change(addresses, id))
      return { before }
    },
    onSuccess: answers.onSuccess,
    onError: (error, _id, context) => {
      client.setQueryData(queryKey, context?.before)
      answers.onError(error)
    },
    onSettled: () => void client.invalidateQueries({ queryKey }),
  })
}

export const useDeleteAddress = (answers: Answers) =>
  useListChange(
    answers,
    (id) => call(contract.profile.deleteAddress, { params: { id } }),
    (addresses, id) => addresses.filter((address) => address.id !== id),
  )

export const useSetDefaultAddress = (answers: Answers) =>
  useListChange(answers, (id) => call(contract.profile.setDefaultAddress, { params: { id } }), withDefault)
