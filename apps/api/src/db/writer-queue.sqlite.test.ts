import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished, vi } from 'vitest'
import { DatabaseOverloaded } from './errors.ts'
import { begin, WriterQueue } from './writer-queue.sqlite.ts'

function openQueue() {
  const folder = mkdtempSync(join(tmpdir(), 'haat-queue-'))
  const file = join(folder, 'queue.db')
  const writer = new Sqlite(file, { timeout: 0 })
  writer.pragma('journal_mode = wal')
  writer.exec('create table notes (text text not null) strict')
  const add = (text: string | null) => writer.prepare('insert into notes values (?)').run(text)
  const reader = new Sqlite(file, { readonly: true })
  const notes = () => reader.prepare('select text from notes').pluck().all()
  onTestFinished(() => {
    reader.close()
    writer.close()
    rmSync(folder, { recursive: true })
  })
  return { queue: new WriterQueue(writer), writer, file, add, notes }
}

it('resolves only when others can read what was written', async () => {
  const { queue, add, notes } = openQueue()
  const seen = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      await queue.transaction(async () => add(`note ${n}`))
      return notes().includes(`note ${n}`)
    }),
  )
  expect(seen.every(Boolean)).toBe(true)
  expect(notes()).toHaveLength(40)
})

it('rolls back a transaction that fails and keeps the others', async () => {
  const { queue, add, notes } = openQueue()
  const results = await Promise.allSettled([
    queue.transaction(async () => add('first')),
    queue.transaction(async () => {
      add('half done')
      throw new Error('no')
    }),
    queue.transaction(async () => add(null)),
    queue.transaction(async () => add('last')),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(notes()).toEqual(['first', 'last'])
})

it('starts no transaction while another one awaits', async () => {
  const { queue, add, notes } = openQueue()
  const order: string[] = []
  const slow = async (name: string) => {
    order.push(`${name} begins`)
    await new Promise((next) => setTimeout(next, 5))
    add(name)
    order.push(`${name} ends`)
  }
  await Promise.all(['a', 'b'].map((name) => queue.transaction(() => slow(name))))
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  expect(notes()).toEqual(['a', 'b'])
})

it('fails every transaction of a commit that fails', async () => {
  const { queue, writer, add, notes } = openQueue()
  const results = await Promise.allSettled([
    queue.transaction(async () => add('kept?')),
    queue.transaction(async () => {
      // As SQLite does when the disk is full.
      writer.exec('rollback')
      throw new Error('disk full')
    }),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(notes()).toEqual([])
  await queue.transaction(async () => add('after'))
  expect(notes()).toEqual(['after'])
})

it('waits for a write of another process', async () => {
  const { queue, file, add, notes } = openQueue()
  const other = new Sqlite(file)
  await begin(other)
  const waiting = queue.transaction(async () => add('mine'))
  await new Promise((next) => setTimeout(next, 60))
  other.exec("insert into notes values ('theirs'); commit")
  other.close()
  await waiting
  expect(notes()).toEqual(['theirs', 'mine'])
})

it('runs each transaction in the context of its request', async () => {
  const { queue } = openQueue()
  const context = new AsyncLocalStorage<number>()
  const seen = await Promise.all(
    [1, 2, 3].map((n) => context.run(n, () => queue.transaction(async () => context.getStore()))),
  )
  expect(seen).toEqual([1, 2, 3])
})

it('lets the event loop turn between two commits', async () => {
  const { queue, add } = openQueue()
  let turns = 0
  const count = () => {
    turns += 1
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  onTestFinished(() => clearImmediate(counting))
  for (let n = 1; n <= 3; n += 1) {
    await queue.transaction(async () => add(`note ${n}`))
    expect(turns).toBeGreaterThanOrEqual(n)
  }
})

it('refuses what has waited too long', async () => {
  const { queue, add, notes } = openQueue()
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => clock.mockRestore())
  clock.mockReturnValue(0)
  const first = queue.transaction(async () => clock.mockReturnValue(10_001))
  const late = queue.transaction(async () => add('late'))
  await first
  await expect(late).rejects.toBeInstanceOf(DatabaseOverloaded)
  expect(notes()).toEqual([])
})
