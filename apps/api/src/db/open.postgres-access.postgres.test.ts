import { expect, it, vi } from 'vitest'
import { DatabaseRefused } from './errors.ts'
import { openPostgres } from './open.postgres.ts'
import { withKnownTls } from './open.postgres-access.ts'

const AT = 'postgres://haat:p%40ss@db.meera.in/haat'

it.each([
  ['', ''],
  ['?sslmode=verify-full', '?sslmode=verify-full'],
  ['?sslmode=require', '?sslmode=verify-full'],
  ['?application_name=x&sslmode=prefer&port=1', '?application_name=x&sslmode=verify-full&port=1'],
  ['?sslmode=require&uselibpqcompat=true', '?sslmode=require&uselibpqcompat=true'],
  ['?sslmode=no-verify', '?sslmode=no-verify'],
])('%s connects as %s', (given, used) => {
  expect(withKnownTls(AT + given)).toBe(AT + used)
})

it('refuses an unknown TLS mode', async () => {
  const refused = openPostgres(`${AT}?sslmode=nonsense`)
  await expect(refused).rejects.toThrow(DatabaseRefused)
  await expect(refused).rejects.toThrow('sslmode=nonsense, which does not exist. Use sslmode=verify-full')
  expect(() => withKnownTls(`${AT}?sslmode=`)).toThrow(DatabaseRefused)
})

it('causes no warning of the driver with sslmode=require', async () => {
  const warn = vi.spyOn(process, 'emitWarning')
  const url = `${process.env['TEST_POSTGRES_URL']}?sslmode=require`
  await expect(openPostgres(url)).rejects.toThrow('does not support SSL')
  expect(warn).not.toHaveBeenCalled()
})
