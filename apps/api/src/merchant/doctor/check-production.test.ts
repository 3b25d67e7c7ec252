import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { withSeller } from '../../../test/answers.ts'
import { aCustomer, aProduct } from '../../../test/factories.ts'
import { openTestShop, shopForThisTest, START, type TestShop } from '../../../test/test-shop.ts'
import { readConfig } from '../../config.ts'
import { readSettings, storePage, writeSettings } from '../../features/settings/settings.store.ts'
import { PAGE_SLUGS } from '@haat/contract/settings'
import { SECURITY_EVENTS } from '@haat/contract/security-events'
import { createShop } from '../../open-shop.ts'
import { PACKAGE } from '../../package-folder.ts'
import type { DatabaseProblem } from '../../db/database.ts'
import { backupsFolder, fileTimestamp } from '../../db/newest-backup.ts'
import { storeLastBackup, writeBackup } from '../backup/write-backup.ts'
import { setUpShop } from '../setup/init-command.ts'
import { checkProduction } from './doctor.ts'
import { hasLayeredRoot, type Surroundings } from './check.ts'

const SOUND = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.meera.in',
  TRUST_PROXY: '1',
  RATE_LIMIT: 'on',
  SMTP_URL: 'smtps://meera:word@smtp.meera.in',
  MAIL_FROM: 'Meera Stores <shop@meera.in>',
}
const GIB = 1024 ** 3
const around = (changes: Partial<Surroundings> = {}): Surroundings => ({
  ask: async () => ({ status: 200, hsts: 'max-age=31536000' }),
  logInToMail: async () => null,
  freeBytes: async () => 5 * GIB,
  isContainer: () => false,
  ...changes,
})

let test: TestShop
beforeAll(async () => {
  test = await openTestShop(SOUND)
  await setUpShop(test.shop, withSeller({ gstin: null }))
  await aProduct(test)
  await test.shop.db.transaction(async (tx) => {
    for (const slug of [...PAGE_SLUGS, 'privacy-policy'])
      await storePage(tx, { slug, title: slug, text: 'Ours.' }, START)
  })
  await writeBackup(test.shop, backupFile())
  await test.shop.db.transaction((tx) => storeLastBackup(tx, test.shop.now(), backupFile()))
})
afterAll(() => test.close())
beforeEach(() => test.clock.set(START))

/** The file of the scheduled backup of the start. */
function backupFile(): string {
  const folder = backupsFolder(test.shop.config.dataDir)
  mkdirSync(folder, { recursive: true })
  return join(folder, `haat-${fileTimestamp(START)}.tar.gz`)
}

/** The lines with errors, and what was found, where the environment differs. */
async function errorsIn(
  env: Record<string, string> = {},
  surroundings = around(),
  problems: DatabaseProblem[] = [],
): Promise<Record<string, string>> {
  const { config, db, now } = test.shop
  const sound = { ...db, problems: async () => problems }
  const shop = createShop(readConfig({ DATA_DIR: config.dataDir, ...SOUND, ...env }), sound, { now })
  const lines = await checkProduction({ ...shop, media: test.shop.media }, surroundings)
  const errors = lines.filter(({ level }) => level === 'error')
  return Object.fromEntries(errors.map(({ what, details }) => [what, details.join(' ')]))
}
const failedLines = async (env?: Record<string, string>, surroundings?: Surroundings) =>
  Object.keys(await errorsIn(env, surroundings)).join('; ')

const POSTGRES = { DATABASE_URL: `postgres://haat:${'k7'.repeat(12)}@localhost/haat` }

/** The shop's pictures in a bucket, without TLS. */
function s3At(host: string) {
  const MEDIA_URL = `s3://shop-media?endpoint=http://${host}&http=allowed`
  return { MEDIA_URL, AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }
}

it('finds no error in a shop that is ready', async () => {
  expect(await errorsIn()).toEqual({})
})

it('ticks no replica, bucket or PostgreSQL that the shop does not have', async () => {
  const { config, db, now, media } = test.shop
  const read = readConfig({ DATA_DIR: config.dataDir, ...SOUND })
  const lines = await checkProduction({ ...createShop(read, db, { now }), media }, around())
  expect(lines.filter(({ level }) => level === 'unused').map(({ what }) => what)).toEqual([
    'The database has a password of its own, and TLS on the way to it',
    'PostgreSQL has what it confirms on its disk',
    'DATABASE_READ_URL names a replica of the database',
    'Pictures travel to the S3 server over TLS',
  ])
})

it.each([
  ['NODE_ENV', { NODE_ENV: '' }, /NODE_ENV is production.*no demo/],
  ['an http address', { PUBLIC_URL: 'http://shop.meera.in' }, /^PUBLIC_URL/],
  ['a local address', { PUBLIC_URL: 'https://localhost' }, /^PUBLIC_URL/],
  ['no proxy', { TRUST_PROXY: '' }, /^TRUST_PROXY/],
  ['an open port', { HOST: '0.0.0.0' }, /^Nobody reaches/],
  ['an open IPv6 port', { HOST: '::' }, /^Nobody reaches/],
  ['a public address', { HOST: '203.0.113.7' }, /^Nobody reaches/],
  ['a name, which may be public', { HOST: 'shop.internal' }, /^Nobody reaches/],
  ['the test bank', { PAYMENT: 'test-bank' }, /^The configuration/],
  ['no mail server', { SMTP_URL: '' }, /^The mail server/],
  ['mail without TLS', { SMTP_URL: 'smtp://smtp.meera.in?requireTLS=false' }, /^The configuration/],
  ['no sender', { MAIL_FROM: '' }, /^Mail/],
  ['an easy database password', { DATABASE_URL: 'postgres://haat:haat@postgres/haat' }, /^The database/],
  [
    'a short password for the replica',
    {
      DATABASE_URL: `postgres://haat:${'k7'.repeat(12)}@localhost/haat`,
      DATABASE_READ_URL: 'postgres://haat:short@localhost/haat',
    },
    /^The database/,
  ],
  [
    'a database without TLS',
    { DATABASE_URL: `postgres://haat:${'k7'.repeat(12)}@db.meera.in/haat` },
    /^The database/,
  ],
  [
    'a replica without TLS',
    {
      DATABASE_URL: `postgres://haat:${'k7'.repeat(12)}@localhost/haat`,
      DATABASE_READ_URL: `postgres://haat:${'k7'.repeat(12)}@db-2.meera.in/haat`,
    },
    /^The database/,
  ],
  [
    'a database without TLS behind the name of another',
    { DATABASE_URL: `postgres://haat:${'k7'.repeat(12)}@localhost/haat?host=db.meera.in` },
    /^The database/,
  ],
  ['an S3 server without TLS', s3At('s3.meera.in'), /^Pictures travel/],
  ['an S3 server without TLS at an IPv6 address', s3At('[2001:db8::7]:9000'), /^Pictures travel/],
  ['a sender of an example', { MAIL_FROM: 'Meera <shop@example.com>' }, /^Mail/],
  ['rare backups', { BACKUP_EVERY: '8760' }, /^Backups/],
  ['no rate limit', { RATE_LIMIT: 'off' }, /^The configuration/],
  ['HAAT_DEV', { HAAT_DEV: '1' }, /^The configuration has no warnings/],
  ['HAAT_DEMO', { HAAT_DEMO: '1' }, /^There is no demo/],
])('finds %s', async (_what, env, lines) => {
  expect(await failedLines(env)).toMatch(lines)
})

it('finds a shop that nobody reaches, or reaches without HSTS', async () => {
  const refused = around({
    ask: () => Promise.reject(new TypeError('fetch failed', { cause: new Error('certificate has expired') })),
  })
  expect(Object.values(await errorsIn({}, refused))).toEqual([expect.stringContaining('has expired')])
  const closed = around({ ask: async () => ({ status: 503, hsts: null }) })
  expect(Object.values(await errorsIn({}, closed))).toEqual([expect.stringContaining('answers with 503')])
  const forgotten = around({ ask: async () => ({ status: 200, hsts: 'max-age=0; includeSubDomains' }) })
  expect(Object.values(await errorsIn({}, forgotten))).toEqual([expect.stringContaining('max-age=0')])
  const plain = around({ ask: async () => ({ status: 200, hsts: null }) })
  expect(Object.values(await errorsIn({}, plain))).toEqual([expect.stringContaining('Strict-Transport')])
})

it('finds a mail server that does not let the shop in, or has no TLS', async () => {
  const closed = await errorsIn({}, around({ logInToMail: async () => 'EAUTH 535 AUTH PLAIN' }))
  expect(Object.values(closed)).toEqual([expect.stringContaining('EAUTH 535')])
  const plain = await errorsIn({}, around({ logInToMail: async () => 'ETLS STARTTLS' }))
  expect(Object.values(plain)).toEqual([expect.stringContaining('offers no TLS')])
  expect(await failedLines({ SMTP_URL: '' })).toContain('The mail server can be reached')
})

it('names the settings with which PostgreSQL may lose orders', async () => {
  const off = (name: string) => ({ about: 'durability' as const, what: `${name} is off`, remedy: 'Set it' })
  const errors = await errorsIn(POSTGRES, around(), ['fsync', 'synchronous_commit'].map(off))
  expect(Object.keys(errors)).toEqual(['PostgreSQL has what it confirms on its disk'])
  expect(Object.values(errors).join()).toMatch(/^fsync is off\. .* synchronous_commit is off\. /)
})

it('accepts the networks of proxies, private addresses, and any HOST in a container', async () => {
  for (const TRUST_PROXY of ['10.0.0.0/8,172.16.0.0/12,fd00::/8', '104.16.0.0/13,2400:cb00::/32', '2'])
    expect(await failedLines({ TRUST_PROXY, HOST: '10.0.0.5' })).toBe('')
  for (const HOST of ['localhost', '100.64.0.9', 'fd00::5', '::ffff:10.0.0.5', 'fe80::1'])
    expect([HOST, await failedLines({ HOST })]).toEqual([HOST, ''])
  expect(await failedLines({ HOST: '0.0.0.0' }, around({ isContainer: () => true }))).toBe('')
})

it('finds backups that were deleted or are empty', async () => {
  const whole = readFileSync(backupFile())
  writeFileSync(backupFile(), '')
  expect(await failedLines()).toMatch(/^Backups/)
  rmSync(backupsFolder(test.shop.config.dataDir), { recursive: true })
  expect(await failedLines()).toMatch(/^Backups/)
  writeFileSync(backupFile(), 'no archive')
  expect(Object.values(await errorsIn()).join()).toContain('is damaged')
  writeFileSync(backupFile(), whole)
})

it('finds a full disk, an old backup, and a clock behind the orders', async () => {
  expect(await failedLines({}, around({ freeBytes: async () => GIB / 2 }))).toBe('The disk has room')
  test.clock.set(new Date(START.getTime() + 49 * 3_600_000))
  expect(await failedLines()).toBe('Backups are scheduled, and the last one is recent')
  expect(await failedLines({ BACKUP_EVERY: 'off' })).toMatch(/^Backups/)
  test.clock.set(START)
  await aCustomer(test)
  test.clock.set(new Date(START.getTime() - 3_600_000))
  expect(await failedLines()).toBe(
    'Backups are scheduled, and the last one is recent; The clock is not behind the orders',
  )
})

it('says only what it has checked: an empty shop with unread pages is not ready', async () => {
  const empty = await shopForThisTest()
  await setUpShop(empty.shop, withSeller({ gstin: null }))
  const details = (await checkProduction(empty.shop, around())).at(-1)?.details.join()
  expect(details).toMatch(/not edited the page terms.*no privacy policy.*no products yet/s)
})

it('finds limits that were lifted', async () => {
  const { db } = test.shop
  const settings = await readSettings(db)
  const lifted = [{ open_cod_orders: null }, { cod_order_value: null }, { verified_contact: false }]
  for (const change of lifted) {
    const limits = { ...settings.limits, ...change }
    await db.transaction((tx) => writeSettings(tx, { ...settings, limits }))
    expect(await failedLines()).toBe('Nobody can reserve all the stock: cash on delivery is limited')
  }
  await db.transaction((tx) => writeSettings(tx, settings))
})

it('is the checklist of the guide, which names every security event', async () => {
  const guide = readFileSync(join(PACKAGE, '../../docs/running-in-production.md'), 'utf8')
  const lines = await checkProduction(test.shop, around())
  for (const { what } of lines) expect(guide).toContain(`\n- [ ] ${what}\n`)
  for (const [event, meaning] of Object.entries(SECURITY_EVENTS))
    expect(guide).toContain(`| \`${event}\` | ${meaning} |`)
})

it('recognises a container without a marker file by the layers of its root', () => {
  expect(hasLayeredRoot('overlay / overlay rw,relatime,lowerdir=/a 0 0\nproc /proc proc rw 0 0\n')).toBe(true)
  expect(hasLayeredRoot('/dev/vda1 / ext4 rw 0 0\noverlay /var/lib/docker/x overlay rw 0 0\n')).toBe(false)
})
