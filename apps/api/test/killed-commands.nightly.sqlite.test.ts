/** Backups and restores that are killed at any moment leave the old shop or the new one, and can be run again. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { notLike } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openSqlite } from '../src/db/open.sqlite.ts'
import { digestRows } from '../src/merchant/moving/copy-shop.store.ts'
import { report } from './figure.ts'
import { demoFolder, runHaat, startHaat, temporaryFolder } from './server-process.ts'

const KILLS = 12

/** All rows, but for what a backup notes in the shop: when it was made, and its file. */
async function contentOf(folder: string): Promise<string> {
  const db = await openSqlite(join(folder, 'haat.db'))
  const { settings } = db.tables
  try {
    const others = (await digestRows(db)).filter(({ table }) => table !== 'settings')
    const set = await db.select().from(settings).where(notLike(settings.key, 'last_backup%'))
    return JSON.stringify([others, set])
  } finally {
    await db.close()
  }
}

/** Runs a command to its end. @returns how long it took, in ms */
async function timed(folder: string, ...words: string[]): Promise<number> {
  const began = performance.now()
  expect(await runHaat(folder, ...words)).toMatchObject({ code: 0 })
  return performance.now() - began
}

async function kill(ms: number, folder: string, ...words: string[]): Promise<void> {
  const { child, done } = startHaat(folder, ...words)
  await sleep(ms)
  child.kill('SIGKILL')
  await done
}

it('backup and restore, killed at any moment', { timeout: 900_000 }, async (context) => {
  const folder = await demoFolder()
  const outside = temporaryFolder()
  const old = await contentOf(folder)
  const backup = join(outside, 'old.tar.gz')
  const takes = await timed(folder, 'backup', backup)
  let whole = 0
  for (let n = 0; n < KILLS; n += 1) {
    const file = join(outside, `killed-${n}.tar.gz`)
    await kill((takes * n) / KILLS, folder, 'backup', file)
    if (!existsSync(file)) continue
    whole += 1
    const target = temporaryFolder()
    await timed(target, 'restore', file)
    expect(await contentOf(target)).toBe(old)
  }
  await timed(folder, 'backup', join(outside, 'again.tar.gz'))

  expect(await runHaat(folder, 'settings', 'set', 'shop_name=Another name')).toMatchObject({ code: 0 })
  const changed = await contentOf(folder)
  expect(changed).not.toBe(old)
  const restoring = await timed(folder, 'restore', backup, '--replace')
  let restored = 0
  for (let n = 0; n < KILLS; n += 1) {
    await runHaat(folder, 'settings', 'set', 'shop_name=Another name')
    const before = await contentOf(folder)
    await kill((restoring * n) / KILLS, folder, 'restore', backup, '--replace')
    const after = await contentOf(folder)
    expect([before, old]).toContain(after)
    if (after === old) restored += 1
    await timed(folder, 'restore', backup, '--replace')
    expect(await contentOf(folder)).toBe(old)
  }
  report(
    context,
    `kill -9 of ${KILLS} backups (${whole} were done) and ${KILLS} restores (${restored} were done): none half, all run again`,
  )
})
