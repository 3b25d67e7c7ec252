import { eq, sql } from 'drizzle-orm'
import { describe, expect, inject, it, vi } from 'vitest'
import { aProduct } from '../../test/factories.ts'
import { shopForThisTest } from '../../test/test-shop.ts'
import { type Database, pipelined, prepared, type Reader, type Tx } from './database.ts'
import { isUnavailable } from './errors.ts'

const addSetting = (tx: Tx, key: string) => tx.insert(tx.tables.settings).values({ key, value: '' })

async function settingKeys(reader: Reader): Promise<string[]> {
  const rows = await reader.select().from(reader.tables.settings)
  return rows.map(({ key }) => key)
}

/** The error that PostgreSQL raises in one of two conflicting transactions. */
const serializationFailure = () => Object.assign(new Error('could not serialize'), { code: '40001' })

async function openDatabase(): Promise<Database> {
  return (await shopForThisTest()).shop.db
}

describe('afterCommit()', () => {
  it('runs its work once, before the transaction resolves', async () => {
    const db = await openDatabase()
    const calls: string[] = []
    const result = await db.transaction(async (tx) => {
      tx.afterCommit(() => calls.push('first'))
      tx.afterCommit(() => calls.push('second'))
      await addSetting(tx, 'a')
      calls.push('work')
      return 7
    })
    calls.push('caller')
    expect([result, calls]).toEqual([7, ['work', 'first', 'second', 'caller']])
  })

  it('runs when other connections can read the rows', async () => {
    const db = await openDatabase()
    let seen: Promise<string[]> | undefined
    await db.transaction(async (tx) => {
      tx.afterCommit(() => {
        seen = settingKeys(db)
      })
      await addSetting(tx, 'a')
    })
    expect(await seen).toEqual(['a'])
  })

  it('does not run after a rollback, and runs for concurrent transactions', async () => {
    const db = await openDatabase()
    const calls: string[] = []
    const results = await Promise.allSettled(
      ['a', 'fails', 'b'].map((key) =>
        db.transaction(async (tx) => {
          tx.afterCommit(() => calls.push(key))
          await addSetting(tx, key)
          if (key === 'fails') throw new Error('no')
        }),
      ),
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(calls.toSorted()).toEqual(['a', 'b'])
    expect((await settingKeys(db)).toSorted()).toEqual(['a', 'b'])
  })

  it('runs only the work of the attempt that commits', async () => {
    const db = await openDatabase()
    const calls: number[] = []
    let attempts = 0
    const work = db.transaction(async (tx) => {
      const attempt = (attempts += 1)
      tx.afterCommit(() => calls.push(attempt))
      await addSetting(tx, 'a')
      if (attempt < 3) throw serializationFailure()
    })
    if (inject('engine') === 'sqlite') {
      // SQLite has one writer at a time: transactions are not retried.
      await expect(work).rejects.toThrow('could not serialize')
      expect([attempts, calls]).toEqual([1, []])
      return
    }
    await work
    expect([calls, await settingKeys(db)]).toEqual([[3], ['a']])
  })

  it('does not run when no attempt commits: the database is then unavailable', async () => {
    const db = await openDatabase()
    const after = vi.fn<() => void>()
    const work = db.transaction(async (tx) => {
      tx.afterCommit(after)
      await addSetting(tx, 'a')
      throw serializationFailure()
    })
    await expect(work).rejects.toSatisfy(isUnavailable)
    expect([after.mock.calls, await settingKeys(db), await db.ready()]).toEqual([[], [], true])
  })

  it('keeps the commit when some work throws, and runs the rest', async () => {
    const db = await openDatabase()
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
    const after = vi.fn<() => void>()
    await db.transaction(async (tx) => {
      tx.afterCommit(() => {
        throw new Error('a mistake')
      })
      tx.afterCommit(after)
      await addSetting(tx, 'a')
    })
    expect(after).toHaveBeenCalledOnce()
    expect(warn).toHaveBeenCalledOnce()
    warn.mockRestore()
    expect(await settingKeys(db)).toEqual(['a'])
  })
})

describe('pipelined()', () => {
  it('returns what each query returns', async () => {
    const db = await openDatabase()
    const results = await db.transaction(async (tx) => {
      await addSetting(tx, 'a')
      return pipelined(tx, [() => settingKeys(tx), async () => 7, () => settingKeys(tx)])
    })
    expect(results).toEqual([['a'], 7, ['a']])
  })

  it('throws what went wrong, and nothing is written: on SQLite nothing runs after a failure', async () => {
    const db = await openDatabase()
    let ended = 0
    const add = (tx: Tx, key: string) => () =>
      addSetting(tx, key)
        .execute()
        .finally(() => {
          ended += 1
        })
    const work = db.transaction(async (tx) => {
      await addSetting(tx, 'a')
      await pipelined(tx, [add(tx, 'b'), add(tx, 'a'), add(tx, 'c'), add(tx, 'd')])
    })
    await expect(work).rejects.toThrow(/Failed query|UNIQUE/)
    await expect(work).rejects.not.toMatchObject({ cause: { code: '25P02' } })
    expect([ended, await settingKeys(db)]).toEqual([db.engine === 'sqlite' ? 2 : 4, []])
    await db.transaction((tx) => addSetting(tx, 'a'))
    expect(await settingKeys(db)).toEqual(['a'])
  })
})

describe('a prepared query', () => {
  const build = vi.fn<(reader: Reader) => ReturnType<typeof selectSetting>>((reader) => selectSetting(reader))
  const selectSetting = (reader: Reader) =>
    reader
      .select()
      .from(reader.tables.settings)
      .where(eq(reader.tables.settings.key, sql.placeholder('key')))
      .prepare('test_setting')

  it('is built once for reading and once per connection that writes', async () => {
    const db = await openDatabase()
    const find = prepared(build)
    build.mockClear()
    for (let n = 0; n < 3; n += 1) {
      await db.transaction(async (tx) => {
        await addSetting(tx, `key ${n}`)
        expect(await find(tx).execute({ key: `key ${n}` })).toHaveLength(1)
      })
      expect(await find(db).execute({ key: `key ${n}` })).toHaveLength(1)
    }
    expect(build).toHaveBeenCalledTimes(2)
  })
})

describe('insertMany() with skipOn', () => {
  const line = { user_id: 1, variant_id: 1, quantity: 1, created_at: new Date(0) }

  it('leaves out rows whose unique key exists', async () => {
    const db = await openDatabase()
    const rows = ['a', 'b', 'a'].map((key) => ({ key, value: '' }))
    await db.transaction(async (tx) => tx.insertMany('settings', rows, ['key']))
    expect(await settingKeys(db)).toEqual(['a', 'b'])
  })

  it.each([
    ['a missing value', { ...line, created_at: null as unknown as Date }],
    ['a broken check', { ...line, quantity: 0 }],
    ['a broken reference', line],
  ])('still throws for %s', async (_what, row) => {
    const db = await openDatabase()
    const insert = db.transaction((tx) => tx.insertMany('cart_items', [row], ['user_id', 'variant_id']))
    await expect(insert).rejects.toThrow(/constraint|Failed query/i)
  })

  it('still throws for another unique key', async () => {
    const db = await openDatabase()
    const asha = { name: 'Asha', email: 'asha@shop.in', phone_number: '9876543210', password_hash: '' }
    const rows = [asha, { ...asha, email: 'ravi@shop.in' }].map((row) => ({
      ...row,
      created_at: new Date(0),
    }))
    const insert = db.transaction((tx) => tx.insertMany('users', rows, ['email']))
    await expect(insert).rejects.toThrow(/constraint|Failed query/i)
  })
})

describe('updateMany()', () => {
  it('writes values of each type, and leaves other rows and columns as they are', async () => {
    const test = await shopForThisTest()
    const { db } = test.shop
    const [first, second, other] = [await aProduct(test), await aProduct(test), await aProduct(test)]
    const sets = [
      {
        name: 'दाल "मूंग" \n\\ 12',
        hsn: '0401',
        gst_rate: 0.25,
        rating: 5,
        is_featured: true,
        created_at: new Date(1_700_000_000_123),
      },
      {
        name: '12',
        hsn: null,
        gst_rate: null,
        rating: 4.1,
        is_featured: false,
        created_at: new Date(0),
      },
    ]
    const rows = () => db.select().from(db.tables.products).orderBy(db.tables.products.id)
    const before = await rows()
    await db.transaction((tx) =>
      tx.updateMany('products', [
        { id: first.id, set: sets[0]! },
        { id: second.id, set: sets[1]! },
      ]),
    )
    expect(await rows()).toEqual([
      { ...before[0], ...sets[0] },
      { ...before[1], ...sets[1] },
      before.find(({ id }) => id === other.id),
    ])
  })
})
