import { mkdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { create } from 'tar'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../test/server-process.ts'
import { restoreCommand } from './newest-backup.ts'

/** Backups with so many orders each, oldest first; null for one of an older version. @returns the database beside them */
async function databaseWith(...orders: (number | null)[]): Promise<string> {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'backups'))
  for (const [index, count] of orders.entries()) {
    const files = Array.from({ length: 2000 }, (_, n) => ({
      path: `media/${n}.webp`,
      sha256: 'ab'.repeat(32),
    }))
    const manifest = { haat_backup: 1, program: '1', ...(count !== null && { orders: count }), files }
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2))
    const file = join(folder, `backups/haat-2026-03-0${index + 1}T06-30-00Z.tar.gz`)
    await create({ cwd: folder, file, gzip: true, portable: true, noMtime: true }, ['manifest.json'])
  }
  return join(folder, 'haat.db')
}

it.each([
  ['the newest backup', [7, 1], '2', '2026-03-02 06:30 UTC, 1 order'],
  [
    'the newest that holds orders',
    [7, 41, 0, 0],
    '2',
    '2026-03-02 06:30 UTC, 41 orders; newer ones hold no orders',
  ],
  ['the newest, where none holds orders', [0, 0], '2', '2026-03-02 06:30 UTC, 0 orders'],
  [
    'one of an older version, which may hold orders',
    [0, null, 0],
    '2',
    '2026-03-02 06:30 UTC; newer ones hold no orders',
  ],
  [
    'one that holds orders before one of an older version',
    [7, null],
    '1',
    '2026-03-01 06:30 UTC, 7 orders; newer ones are damaged or may hold no orders',
  ],
])('advises %s, and says when it was made and what it holds', async (_what, orders, day, made) => {
  const file = await databaseWith(...orders)
  const backup = join(file, `../backups/haat-2026-03-0${day}T06-30-00Z.tar.gz`)
  expect(restoreCommand(file)).toBe(`haat restore ${backup} --replace   # made ${made}`)
})

it.each([
  ['empty', () => 0],
  ['cut', (bytes: number) => bytes - 5],
])('never advises a backup that is %s', async (_what, cutTo) => {
  const file = await databaseWith(49, 7)
  const backup = (day: number) => join(file, `../backups/haat-2026-03-0${day}T06-30-00Z.tar.gz`)
  truncateSync(backup(2), cutTo(statSync(backup(2)).size))
  expect(restoreCommand(file)).toContain(
    `${backup(1)} --replace   # made 2026-03-01 06:30 UTC, 49 orders; newer`,
  )
  truncateSync(backup(1))
  expect(restoreCommand(file)).toBe('haat restore backup.tar.gz --replace')
})
