import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { overwritePage } from '../../../test/damage.ts'
import { aProduct } from '../../../test/factories.ts'
import { haatInProcess } from '../../../test/haat-in-process.ts'
import { temporaryFolder } from '../../../test/server-process.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { changeSettings } from '../../acts/settings/settings.ts'
import { ConfigError, readConfig } from '../../config.ts'
import { openSqlite } from '../../db/open.sqlite.ts'
import { sqliteFile } from '../../open-shop.ts'
import { restoreBackup } from './restore-backup.ts'
import { backupsFolder } from '../../db/newest-backup.ts'
import { checkShop } from '../doctor/doctor.ts'
import { backUpWhenDue, readSchedule } from './scheduled-backup.ts'
import { writeBackup } from './write-backup.ts'

/** Makes a backup when one is due. */
function backUp(test: TestShop, stopping = new AbortController().signal): Promise<boolean> {
  vi.stubEnv('DATA_DIR', test.shop.config.dataDir)
  onTestFinished(() => void vi.unstubAllEnvs())
  return backUpWhenDue(test.shop, stopping)
}

it('is made when due, can be restored, and only the latest are kept', async () => {
  const test = await shopForThisTest({ BACKUP_EVERY: '2', BACKUP_KEEP: '2' })
  const folder = backupsFolder(test.shop.config.dataDir)
  mkdirSync(folder)
  for (const name of ['haat-2026-03-01T06-30-00Z.tar.gz', 'mine.tar.gz'])
    writeFileSync(join(folder, name), 'x')
  test.clock.advance(3 * 3600)
  expect(await backUp(test)).toBe(true)
  test.clock.advance(3600)
  expect(await backUp(test)).toBe(false)
  test.clock.advance(3600)
  expect(await backUp(test)).toBe(true)
  expect(readdirSync(folder)).toEqual([
    'haat-2026-03-02T09-30-00Z.tar.gz',
    'haat-2026-03-02T11-30-00Z.tar.gz',
    'mine.tar.gz',
  ])
  const into = temporaryFolder()
  const file = join(folder, 'haat-2026-03-02T11-30-00Z.tar.gz')
  await restoreBackup(file, into, { replace: false, now: test.shop.now() })
  expect(readdirSync(into)).toContain('haat.db')
})

it('is made at the hour of the settings once a day, whatever the configuration says', async () => {
  // The shop's clock begins at noon in India.
  const test = await shopForThisTest({ BACKUP_EVERY: 'off' })
  await changeSettings(test.shop, { 'backups.hour': '13', 'backups.keep': '2' })
  const made: boolean[] = []
  for (const minutes of [0, 30, 60, 60, 24 * 60 - 30]) {
    test.clock.advance(minutes * 60)
    made.push(await backUp(test))
  }
  // The first at once: there was none.
  expect(made).toEqual([true, false, true, false, true])
  expect(readdirSync(backupsFolder(test.shop.config.dataDir))).toHaveLength(2)
})

it('is neither made of a damaged database nor takes the place of good ones', async () => {
  const test = await shopForThisTest({ BACKUP_EVERY: '1', BACKUP_KEEP: '1' })
  await aProduct(test)
  const folder = backupsFolder(test.shop.config.dataDir)
  expect(await backUp(test)).toBe(true)
  const good = readdirSync(folder)
  // Into the file, not only its log.
  const file = sqliteFile(test.shop.config.dataDir)
  await test.shop.db.close()
  const db = await openSqlite(file)
  onTestFinished(() => db.close())
  overwritePage(file)
  test.clock.advance(7200)
  await expect(backUp({ ...test, shop: { ...test.shop, db } })).rejects.toThrow('damaged')
  expect(readdirSync(folder)).toEqual(good)
})

it('is not made of a database that is damaged while it is open', async () => {
  const test = await shopForThisTest()
  await aProduct(test)
  const { dataDir } = test.shop.config
  await test.shop.db.close()
  const db = await openSqlite(sqliteFile(dataDir))
  onTestFinished(() => db.close())
  overwritePage(sqliteFile(dataDir))
  const file = join(temporaryFolder(), 'shop.tar.gz')
  await expect(writeBackup({ ...test.shop, db }, file)).rejects.toThrow('no backup was written')
  expect(existsSync(file)).toBe(false)
  expect(readdirSync(dataDir).filter((name) => name.startsWith('.'))).toEqual([])
})

it('does not count a backup that is dated in the future, and keeps it apart', async () => {
  const test = await shopForThisTest({ BACKUP_EVERY: '2', BACKUP_KEEP: '1' })
  const { dataDir } = test.shop.config
  const folder = backupsFolder(dataDir)
  mkdirSync(folder)
  const ahead = 'haat-2027-03-02T06-30-00Z.tar.gz'
  writeFileSync(join(folder, ahead), 'x')
  expect(await readSchedule(dataDir, test.shop.now())).toEqual({
    latest: null,
    future: join(folder, ahead),
  })
  const found = async () => (await checkShop(test.shop)).find(({ id }) => id === 'future_backup')
  expect(await found()).toMatchObject({ level: 'error', what: expect.stringContaining(ahead) })
  writeFileSync(join(folder, 'haat-2026-03-01T06-30-00Z.tar.gz'), 'x')
  expect(await backUp(test)).toBe(true)
  expect(readdirSync(folder)).toEqual(['haat-2026-03-02T06-30-00Z.tar.gz', ahead])
})

it('makes no secrets where the environment of the server has them', async () => {
  const test = await shopForThisTest({ BACKUP_EVERY: '1' })
  const { dataDir } = test.shop.config
  const secrets = join(dataDir, 'secrets.json')
  rmSync(secrets, { force: true })
  expect(await backUp(test)).toBe(true)
  expect(existsSync(secrets)).toBe(false)
  const file = join(temporaryFolder(), 'shop.tar.gz')
  await expect(writeBackup(test.shop, file, { secrets: true })).rejects.toThrow('in JWT_SECRET and')
  const { code, err } = await haatInProcess(['backup', file, '--with-secrets'], {
    cwd: dataDir,
    env: { DATA_DIR: dataDir },
  })
  expect([code, err]).toEqual([2, expect.stringContaining('leave out --with-secrets')])
  expect(existsSync(secrets)).toBe(false)
})

it('stops with the server and leaves no partial file', async () => {
  const test = await shopForThisTest({ BACKUP_EVERY: '1' })
  const stopping = new AbortController()
  const backup = backUp(test, stopping.signal)
  stopping.abort()
  expect(await backup).toBe(false)
  expect(readdirSync(backupsFolder(test.shop.config.dataDir))).toEqual([])
})

it('is on by default in production only', async () => {
  const test = await shopForThisTest()
  expect(await backUp(test)).toBe(false)
  const everyHours = (env: Record<string, string>) =>
    readConfig({ DATA_DIR: temporaryFolder(), ...env }).backup.everyHours
  expect(everyHours({ NODE_ENV: 'production' })).toBe(24)
  expect(everyHours({ NODE_ENV: 'production', BACKUP_EVERY: 'off' })).toBeNull()
  for (const wrong of ['0', 'daily', '-1'])
    expect(() => everyHours({ BACKUP_EVERY: wrong })).toThrow(ConfigError)
})
