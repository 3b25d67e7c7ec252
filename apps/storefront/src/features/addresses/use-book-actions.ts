import { messageOf } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'
import type { AddressWords } from './address-dialog.tsx'
import type { Answers } from './addresses.queries.ts'
import { useDeleteAddress, useSetDefaultAddress } from './addresses.queries.ts'

/** What the profile says when something could not be done to an address. */
export const failureWords = (verb: string): AddressWords => ({
  failed: `Failed to ${verb} address.`,
  network: `Network error. Could not ${verb} address.`,
  place: 'page',
})

const answers = (verb: string, done: string): Answers => ({
  onSuccess: () => toast('success', done),
  onError: (error) => {
    const { failed, network } = failureWords(verb)
    toast('error', messageOf(error, failed, network))
  },
})

const DELETED = answers('delete', 'Address deleted successfully')
const DEFAULTED = answers('set default', 'Default address set successfully')

/** Deletes an address or makes it the default, and says how it went. */
export function useBookActions() {
  const { mutate: remove } = useDeleteAddress(DELETED)
  const { mutate: setDefault } = useSetDefaultAddress(DEFAULTED)
  return { remove, setDefault }
}
