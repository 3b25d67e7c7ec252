/** The mail account that is entered at the desk. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { atTheDesk } from '../../../test/desk.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { readConfig } from '../../config.ts'

const ACCOUNT = {
  ...{ host: 'smtp.meera.in', port: 465, user: 'shop@meera.in', from: 'shop@meera.in' },
  password: 'a very secret: pass/word',
}
const { password: _, ...SHOWN } = ACCOUNT
const PATH = '/api/desk/settings/mail'

it('is kept in a file that others cannot read, is used at once and after a restart, and its password is shown nowhere', async () => {
  const test = await shopForThisTest({ NODE_ENV: 'production' })
  const owner = await atTheDesk(test)
  const account = async () => (await owner.call('GET', PATH)).json()
  expect(await account()).toMatchObject({ source: 'none', host: null })
  const { password: left, ...without } = ACCOUNT
  expect((await owner.call('POST', PATH, without)).json().errors).toMatchObject([{ path: 'password' }])
  expect((await owner.call('POST', PATH, ACCOUNT)).statusCode).toBe(200)
  expect(await account()).toEqual({ source: 'desk', ...SHOWN })
  const { config } = test.shop
  const url = `smtps://shop%40meera.in:${encodeURIComponent(left)}@smtp.meera.in:465`
  const used = { smtpUrl: url, smtpTls: 'required', mailFrom: 'shop@meera.in' }
  expect([config, test.shop.mail.inbox]).toMatchObject([used, null])
  const { dataDir } = config
  expect(readConfig({ DATA_DIR: dataDir, NODE_ENV: 'production', PUBLIC_URL: 'https://x.in' })).toMatchObject(
    used,
  )
  const file = join(dataDir, 'mail-account.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toContain(left)
  const entry = (await owner.call('GET', '/api/desk/audit')).json()[0]
  const shown = [entry, (await owner.call('GET', `/api/desk/audit/${entry.id}`)).json(), await account()]
  expect(JSON.stringify(shown)).not.toContain('secret')
  expect(shown[1]).toMatchObject({ act: 'settings.set_mail', input: { host: 'smtp.meera.in' } })
  // Another server never gets the password of this one.
  expect((await owner.call('POST', PATH, { ...without, host: 'smtp.other.in' })).statusCode).toBe(400)
  expect((await owner.call('POST', PATH, { ...without, port: 587 })).statusCode).toBe(200)
  expect(config.smtpUrl).toBe(url.replace('smtps', 'smtp').replace('465', '587'))
  expect((await owner.call('DELETE', PATH)).json()).toMatchObject({ source: 'none' })
  expect(config.smtpUrl).toBeNull()
})

it('gives way to the environment, is the owner\u2019s alone, and names no server of this network', async () => {
  const test = await shopForThisTest({ SMTP_URL: 'smtp://me:secret@mail.in:587', MAIL_FROM: 'me@mail.in' })
  const owner = await atTheDesk(test)
  const { statusCode, body } = await owner.call('POST', PATH, ACCOUNT)
  expect([statusCode, body]).toEqual([409, expect.stringContaining('SMTP_URL')])
  expect((await owner.call('GET', PATH)).json()).toEqual({
    ...{ source: 'environment', host: 'mail.in', port: 587, user: 'me', from: 'me@mail.in' },
  })
  const manager = await atTheDesk(test, 'manager')
  expect((await manager.call('POST', PATH, ACCOUNT)).statusCode).toBe(403)
  for (const host of ['127.0.0.1', 'localhost', '[::1]', 'mail.in/x'])
    expect((await owner.call('POST', PATH, { ...ACCOUNT, host })).statusCode).toBe(400)
})
