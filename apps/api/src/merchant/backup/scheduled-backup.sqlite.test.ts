import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/server-process.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { ConfigError, readConfig } from '../../config.ts'
import { restoreBackup } from './restore-backup.ts'
import { backupsFolder, backUpWhenDue } from './scheduled-backup.ts'

const running = () => new AbortController().signal

it('is made when due, can be restored, and only the latest are kept', async () => {
  const test = await shopForThisTest({ BACKUP_EVERY: '2', BACKUP_KEEP: '2' })
  const folder = backupsFolder(test.shop.config.dataDir)
  expect(await backUpWhenDue(test.shop, running())).toBe(true)
  writeFileSync(join(folder, 'mine.tar.gz'), 'x')
  test.clock.advance(3600)
  expect(await backUpWhenDue(test.shop, running())).toBe(false)
  for (let n = 0; n < 2; n += 1) {
    test.clock.advance(7200)
    expect(await backUpWhenDue(test.shop, running())).toBe(true)
  }
  expect(readdirSync(folder)).toEqual([
    'haat-2026-03-02T09-30-00Z.tar.gz',
    'haat-2026-03-02T11-30-00Z.tar.gz',
    'mine.tar.gz',
  ])
  const into = temporaryFolder()
  const file = join(folder, 'haat-2026-03-02T11-30-00Z.tar.gz')
  await restoreBackup(file, into, { replace: false, now: test.shop.now() })
  expect(readdirSync(into)).toContain('haat.db')
}, 60_000)

it('stops with the server and leaves no partial file', async () => {
  const test = await shopForThisTest({ BACKUP_EVERY: '1' })
  const stopping = new AbortController()
  const backup = backUpWhenDue(test.shop, stopping.signal)
  stopping.abort()
  expect(await backup).toBe(false)
  expect(readdirSync(backupsFolder(test.shop.config.dataDir))).toEqual([])
})

it('is on by default in production only', async () => {
  const test = await shopForThisTest()
  expect(await backUpWhenDue(test.shop, running())).toBe(false)
  const everyHours = (env: Record<string, string>) =>
    readConfig({ DATA_DIR: temporaryFolder(), ...env }).backup.everyHours
  expect(everyHours({ NODE_ENV: 'production' })).toBe(24)
  expect(everyHours({ NODE_ENV: 'production', BACKUP_EVERY: 'off' })).toBeNull()
  for (const wrong of ['0', 'daily', '-1'])
    expect(() => everyHours({ BACKUP_EVERY: wrong })).toThrow(ConfigError)
})
