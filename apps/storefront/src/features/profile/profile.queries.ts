import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, contract } from '../../api/client.ts'

/** The customer's profile with the number of orders. */
export const profileQuery = () =>
  queryOptions({
    queryKey: ['me', 'profile'],
    queryFn: async ({ signal }) => (await call(contract.profile.get, { signal })).user,
  })

interface PasswordChange {
  currentPassword: string
  newPassword: string
}

/** Changes the password. The server logs out the other devices. */
export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: PasswordChange) => call(contract.profile.changePassword, { body }),
  })
