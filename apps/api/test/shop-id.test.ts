/** A data folder and a database that do not belong together are refused. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '../src/config.ts'
import { DatabaseRefused } from '../src/db/errors.ts'
import { deleteSetting, findShopId } from '../src/features/settings/settings.store.ts'
import { seedGenerated } from '../src/merchant/seeding/seed-shop.ts'
import { openShop } from '../src/open-shop.ts'
import type { Shop } from '../src/shop.ts'
import { emptyPostgres, newPostgres, query } from './empty-postgres.ts'
import { temporaryFolder } from './server-process.ts'
import { START } from './test-shop.ts'

const onPostgres = inject('engine') === 'postgres'

/** A shop's place that nobody has started yet. On SQLite the database is in the folder. */
async function aPlace(): Promise<Record<string, string>> {
  const place = { DATA_DIR: temporaryFolder(), HAAT_DEMO: '0' }
  if (!onPostgres) return place
  const { url, release } = await emptyPostgres()
  onTestFinished(release)
  return { ...place, DATABASE_URL: url }
}

/** The same, on PostgreSQL, with a database that has no tables. */
const anUntouchedPlace = async () => ({
  DATA_DIR: temporaryFolder(),
  HAAT_DEMO: '0',
  DATABASE_URL: await newPostgres(),
})

const tablesIn = async (url: string) =>
  (await query(url, "select tablename from pg_tables where schemaname = 'public'")).rows

/** Opens a shop as a start does and closes it. @returns the ids of its database and its folder */
async function start(
  place: Record<string, string>,
  work: (shop: Shop) => Promise<unknown> = async () => undefined,
): Promise<[database: string | undefined, folder: string]> {
  const shop = await openShop(readConfig(place))
  try {
    await work(shop)
    return [await findShopId(shop.db), readFileSync(join(place['DATA_DIR']!, 'shop-id'), 'utf8').trim()]
  } finally {
    await shop.db.close()
  }
}

const addCustomer = ({ db }: Shop) =>
  db.transaction((tx) =>
    tx.insert(tx.tables.users).values({
      name: 'Asha',
      email: 'asha@shop.in',
      phone_number: '9876543210',
      password_hash: '',
      created_at: START,
    }),
  )

const dropId = ({ db }: Shop) => db.transaction((tx) => deleteSetting(tx, 'shop_id'))

/** Puts the data folder of one place and the database of another together. */
function together(folderOf: Record<string, string>, databaseOf: Record<string, string>) {
  if (onPostgres) return { ...databaseOf, DATA_DIR: folderOf['DATA_DIR']! }
  for (const end of ['', '-wal', '-shm'])
    rmSync(join(folderOf['DATA_DIR']!, `haat.db${end}`), { force: true })
  writeFileSync(
    join(folderOf['DATA_DIR']!, 'haat.db'),
    readFileSync(join(databaseOf['DATA_DIR']!, 'haat.db')),
  )
  return folderOf
}

describe('the id of a shop', () => {
  it('is made at the first start and stays', async () => {
    const place = await aPlace()
    const [id, ofFolder] = await start(place)
    expect([id, ofFolder]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), id])
    expect(await start(place)).toEqual([id, id])
  })

  it('is given to a shop of an older version, with its media', async () => {
    const place = await aPlace()
    await start(place, addCustomer)
    await start(place, dropId)
    rmSync(join(place['DATA_DIR']!, 'shop-id'))
    const [id, ofFolder] = await start(place)
    expect(ofFolder).toBe(id)
  })

  it('is kept when the shop is filled anew', async () => {
    const place = await aPlace()
    const options = { profile: 'empty', seed: 1, sizes: {}, base: START, replace: true } as const
    const [id] = await start(place, (shop) => seedGenerated(shop, options))
    expect(await start(place)).toEqual([id, id])
  })
})

describe('a data folder', () => {
  it('with the id of a shop is refused beside an empty database', async () => {
    const [shop, empty] = [await aPlace(), await aPlace()]
    await start(shop)
    await start(empty, dropId)
    await expect(start(together(shop, empty))).rejects.toThrow(
      /but the database is empty\. Correct DATABASE_URL/,
    )
  })

  it('of one shop is refused beside the database of another, with both ids', async () => {
    const [one, other] = [await aPlace(), await aPlace()]
    const [[id], [otherId]] = [await start(one), await start(other)]
    const refused = start(together(one, other))
    await expect(refused).rejects.toThrow(DatabaseRefused)
    await expect(refused).rejects.toThrow(`the shop ${id}, the database to the shop ${otherId}`)
    await expect(refused).rejects.toThrow(`write ${otherId} into ${join(one['DATA_DIR']!, 'shop-id')}`)
    writeFileSync(join(one['DATA_DIR']!, 'shop-id'), `${otherId}\n`)
    expect(await start(together(one, other))).toEqual([otherId, otherId])
  })

  if (!onPostgres) return

  it('with secrets or media is refused beside an empty database', async () => {
    for (const name of ['secrets.json', 'media/lamp.webp', 'haat.db']) {
      const place = await anUntouchedPlace()
      mkdirSync(join(place['DATA_DIR']!, 'media'))
      const secret = 'x'.repeat(32)
      writeFileSync(join(place['DATA_DIR']!, name), JSON.stringify({ jwt: secret, payment: secret }))
      await expect(start(place)).rejects.toThrow(/but the database is empty/)
      expect(existsSync(join(place['DATA_DIR']!, 'shop-id'))).toBe(false)
      expect(await tablesIn(place.DATABASE_URL)).toEqual([])
    }
  })

  it('without an id takes the one of the database', async () => {
    const place = await aPlace()
    const [id] = await start(place)
    const second = { ...place, DATA_DIR: temporaryFolder() }
    cpSync(join(place['DATA_DIR']!, 'secrets.json'), join(second['DATA_DIR']!, 'secrets.json'))
    expect(await start(second)).toEqual([id, id])
  })

  it('that is new to the shop takes its id, with a warning', async () => {
    const place = await aPlace()
    const [id] = await start(place)
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => warn.mockRestore())
    const second = { ...place, DATA_DIR: temporaryFolder() }
    expect(await start(second)).toEqual([id, id])
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(new RegExp(`^Warning: .* is new to the shop ${id}`))],
    ])
    await start(second)
    expect(warn).toHaveBeenCalledOnce()
    expect(warn.mock.calls[0]![0]).toContain('Copy secrets.json and media')
  })
})
