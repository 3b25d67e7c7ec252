import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../test/server-process.ts'
import { restoreCommand } from './newest-backup.ts'

it('advises the newest scheduled backup that is not dated in the future', () => {
  const folder = temporaryFolder()
  const database = join(folder, 'haat.db')
  expect(restoreCommand(database)).toBe('haat restore backup.tar.gz --replace')
  const backups = join(folder, 'backups')
  mkdirSync(backups)
  for (const name of [
    'haat-2999-01-01T00-00-00Z',
    'haat-2026-03-02T06-30-00Z',
    'haat-2026-03-01T06-30-00Z',
    'mine',
  ])
    writeFileSync(join(backups, `${name}.tar.gz`), '')
  expect(restoreCommand(database)).toBe(`haat restore ${backups}/haat-2026-03-02T06-30-00Z.tar.gz --replace`)
  expect(restoreCommand(database, new Date('2999-06-01'))).toContain('haat-2999-01-01T00-00-00Z.tar.gz')
})
