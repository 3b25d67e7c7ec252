/** The log at its most detailed level contains no private data. */
import { expect, it } from 'vitest'
import { openProcess, stopProcess, temporaryFolder } from './server-process.ts'

const PERSON = {
  name: 'Canary Rao',
  email: 'canary4711@shop.in',
  phone_number: '9471147114',
  password: 'Canary-4711-old',
}
const NEW_PASSWORD = 'Canary-4711-new'

it('the log has no password, token, OTP, name, phone number or address', async () => {
  const { url, child } = await openProcess({
    DATA_DIR: temporaryFolder(),
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'trace',
    HAAT_DEMO: '0',
    HAAT_DEV: '1',
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (log += String(chunk)))
  const call = async (method: string, path: string, body?: object, token?: string) => {
    const reply = await fetch(url + path, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}`, cookie: `token=${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await reply.json()) as Record<string, unknown>
  }
  const { email, password } = PERSON
  const first = await call('POST', '/api/auth/signup', PERSON)
  const token = String(first['accessToken'])
  expect(token).toMatch(/^ey/)
  await call('POST', '/api/auth/login', { email, password: 'Canary-4711-wrong' })
  const address = { address_line1: 'Canary Street', city: 'Canary City', state: 'Kerala', pincode: '682001' }
  expect(await call('POST', '/api/users/addresses', address, token)).toMatchObject({ success: true })
  await call('POST', '/api/users/addresses', { ...address, pincode: 'Canary' }, token)
  await call('POST', '/api/auth/forgot-password', { email })
  const { messages } = await call('GET', `/dev/messages?to=${email}&wait=5s`)
  const otp = /\b\d{6}\b/.exec(JSON.stringify(messages).replace(/^.*?OTP/s, ''))?.[0] ?? 'no code'
  const reset = await call('POST', '/api/auth/reset-password', { email, otp, newPassword: NEW_PASSWORD })
  expect(reset).toMatchObject({ success: true })
  await call('GET', '/api/users/profile', undefined, token)
  expect(await stopProcess(child)).toBe(0)

  expect(log).toContain('/api/auth/login')
  const secrets = [password, NEW_PASSWORD, token, otp, email, PERSON.phone_number, 'Canary']
  for (const secret of secrets) expect([secret, log.includes(secret)]).toEqual([secret, false])
})
