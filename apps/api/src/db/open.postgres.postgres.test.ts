import { expect, it, onTestFinished, vi } from 'vitest'
import { emptyPostgres, query } from '../../test/empty-postgres.ts'
import { DatabaseRefused } from './errors.ts'
import { openPostgres, withKnownTls } from './open.postgres.ts'

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

it('says what to change where the role has no connection left', async () => {
  const { url, release } = await emptyPostgres()
  const role = `haat_full_${process.pid}`
  await query(url, `create role ${role} login connection limit 0`)
  onTestFinished(async () => {
    await query(url, `drop role ${role}`)
    release()
  })
  const asRole = Object.assign(new URL(url), { username: role, password: '' }).href
  await expect(openPostgres(asRole)).rejects.toThrow(
    /too many connections for role .* opens up to 10 connections.* alter role USER connection limit 20/,
  )
})

it('causes no warning of the driver with sslmode=require', async () => {
  const warn = vi.spyOn(process, 'emitWarning')
  const url = `${process.env['TEST_POSTGRES_URL']}?sslmode=require`
  await expect(openPostgres(url)).rejects.toThrow(/does not support SSL.* Here sslmode=prefer needs TLS too/)
  expect(warn).not.toHaveBeenCalled()
})
