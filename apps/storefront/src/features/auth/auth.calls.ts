import { call, contract } from '../../api/client.ts'
import { endSession, readSession, startSession } from '../../api/session.ts'

/** Logs in. An identifier with an @ is an e-mail address, any other a phone number. */
export async function login(identifier: string, password: string): Promise<void> {
  const name = identifier.trim()
  const body = name.includes('@') ? { email: name, password } : { phone_number: name, password }
  startSession(await call(contract.auth.login, { body }))
}

/** The reply to a signup is a session, which is kept; the shopper logs in all the same. */
export async function signUp(account: {
  name: string
  email: string
  phone_number: string
  password: string
}): Promise<void> {
  startSession(await call(contract.auth.signup, { body: account }))
}

export const sendOtp = (email: string) => call(contract.auth.forgotPassword, { body: { email } })

export const verifyOtp = (email: string, otp: string) =>
  call(contract.auth.verifyOtp, { body: { email, otp } })

/** Sets the new password. The server ends every session of the account, so this one is over too. */
export async function resetPassword(email: string, otp: string, newPassword: string): Promise<void> {
  await call(contract.auth.resetPassword, { body: { email, otp, newPassword } })
  if (readSession()) endSession('logout')
}
