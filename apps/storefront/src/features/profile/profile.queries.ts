import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'

/** The shopper's own profile, with the count of orders. */
export const profileQuery = () =>
  queryOptions({
    queryKey: ['me', 'profile'],
    queryFn: async ({ signal }) => (await call(contract.profile.get, { signal })).user,
  })

interface PasswordChange {
  currentPassword: string
  newPassword: string
}

/** Sets another password; other devices are logged out. */
export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: PasswordChange) => call(contract.profile.changePassword, { body }),
  })
