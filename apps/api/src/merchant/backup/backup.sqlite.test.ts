import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, extract } from 'tar'
import { beforeAll, describe, expect, it } from 'vitest'
import { atNight, byDepth } from '../../../../../scripts/depth.ts'
import { aProduct } from '../../../test/factories.ts'
import { report } from '../../../test/figure.ts'
import { haatInProcess } from '../../../test/haat-in-process.ts'
import { checkInvariants } from '../../../test/invariants.ts'
import {
  demoFolder,
  openProcess,
  runHaat,
  stopProcess,
  temporaryFolder,
} from '../../../test/server-process.ts'
import { aShopper, item, type Shopper } from '../../../test/shopper.ts'
import { shopForThisTest, START } from '../../../test/test-shop.ts'
import Sqlite from 'better-sqlite3'
import { lacksDatabase } from '../../data-folder.ts'
import { isDamaged } from '../../db/open.sqlite-files.ts'
import { openSqlite } from '../../db/open.sqlite.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const restore = (file: string, folder: string, replace = false) =>
  restoreBackup(file, folder, { replace, now: START })

async function setUp() {
  const test = await shopForThisTest()
  const shopper = await aShopper(test)
  const product = await aProduct(test, {}, [{ stock: 1_000_000 }])
  mkdirSync(join(test.shop.config.dataDir, 'media'), { recursive: true })
  writeFileSync(join(test.shop.config.dataDir, 'media/lamp.svg'), '<svg/>')
  const place = () => placeOne(shopper, item(product))
  const file = join(temporaryFolder(), 'shop.tar.gz')
  return { test, place, file }
}

const placeOne = async (shopper: Shopper, line: ReturnType<typeof item>): Promise<number> =>
  (await shopper.place(shopper.order([line], 599), randomUUID()).expect(201)).body.order_id

/** The ids of a restored shop's orders; fails unless the invariants hold. */
async function ordersIn(folder: string): Promise<number[]> {
  const db = await openSqlite(join(folder, 'haat.db'))
  try {
    await checkInvariants(db)
    const rows = await db.select({ id: db.tables.orders.id }).from(db.tables.orders)
    return rows.map(({ id }) => id)
  } finally {
    await db.close()
  }
}

const ROUNDS = byDepth(3, 100)

it('contains every order confirmed before it began, while more orders are placed', async (context) => {
  const { test, place } = await setUp()
  const acknowledged: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = [...acknowledged]
    const closing = new AbortController()
    const customers = Array.from({ length: 4 }, async () => {
      while (!closing.signal.aborted) acknowledged.push(await place())
    })
    const file = join(temporaryFolder(), 'shop.tar.gz')
    await writeBackup(test.shop, file)
    closing.abort()
    await Promise.all(customers)
    const folder = temporaryFolder()
    await restore(file, folder)
    const contained = new Set(await ordersIn(folder))
    expect(before.filter((id) => !contained.has(id))).toEqual([])
    expect(readFileSync(join(folder, 'media/lamp.svg'), 'utf8')).toBe('<svg/>')
  }
  expect(acknowledged.length).toBeGreaterThan(8)
  expect(readdirSync(test.shop.config.dataDir).filter((name) => name.startsWith('.'))).toEqual([])
  report(
    context,
    `backups under load: ${ROUNDS}, while ${acknowledged.length} orders were placed: each whole`,
  )
}, 2_700_000)

it('contains the secrets only on request', async () => {
  const { test, file } = await setUp()
  await writeBackup(test.shop, file)
  const without = temporaryFolder()
  await restore(file, without)
  expect(existsSync(join(without, 'secrets.json'))).toBe(false)
  await writeBackup(test.shop, `${file}.2`, { secrets: true })
  const folder = temporaryFolder()
  await restore(`${file}.2`, folder)
  const secrets = (of: string) => readFileSync(join(of, 'secrets.json'), 'utf8')
  expect(secrets(folder)).toBe(secrets(test.shop.config.dataDir))
})

it('overwrites no file', async () => {
  const { test, file } = await setUp()
  writeFileSync(file, 'mine')
  await expect(writeBackup(test.shop, file)).rejects.toThrow(/already exists/)
  expect(readFileSync(file, 'utf8')).toBe('mine')
  await expect(writeBackup(test.shop, join(file, 'below/x'))).rejects.toThrow(/does not exist/)
})

it('replaces a shop only with --replace, keeps a copy, and refuses while a server runs', async () => {
  const { test, place, file } = await setUp()
  await writeBackup(test.shop, file)
  const id = await place()
  const { dataDir } = test.shop.config
  await expect(restore(file, dataDir)).rejects.toThrow(/--replace/)
  await expect(restore(file, dataDir, true)).rejects.toThrow(/Stop it first/)
  expect((await test.shop.db.select().from(test.shop.db.tables.orders)).length).toBe(1)
  await test.shop.db.close()
  const { safety } = await restore(file, dataDir, true)
  expect(await ordersIn(dataDir)).toEqual([])
  expect(await ordersIn(safety!)).toEqual([id])
  expect(existsSync(join(safety!, 'media/lamp.svg'))).toBe(true)
})

it('removes what a killed restore has left, and no empty shop opens beside it', async () => {
  const { test, file } = await setUp()
  await writeBackup(test.shop, file)
  const folder = temporaryFolder()
  mkdirSync(join(folder, '.restore-abc123'))
  writeFileSync(join(folder, '.restore-abc123/haat.db'), 'x')
  expect(lacksDatabase(folder)).toBe(true)
  await restore(file, folder)
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
})

it('finds an index without a row, which a restore would refuse', () => {
  const file = join(temporaryFolder(), 'index.db')
  const connection = new Sqlite(file)
  connection.unsafeMode(true)
  const index = 'create index things_name on things (name)'
  const declare = (sql: string): void => {
    connection.pragma('writable_schema = on')
    connection.prepare("update sqlite_schema set sql = ? where name = 'things_name'").run(sql)
    connection.pragma('writable_schema = reset')
  }
  connection.exec(`create table things (id integer primary key, name text); ${index}`)
  declare(`${index} where id > 1`)
  connection.exec("insert into things values (1, 'lamp')")
  declare(index)
  connection.close()
  expect(isDamaged(file, 60_000)).toBe(true)
})

describe('a file that is refused', () => {
  let good: Buffer
  let parts: string
  beforeAll(async () => {
    const { openTestShop } = await import('../../../test/test-shop.ts')
    const { mkdtempSync } = await import('node:fs')
    const { tmpdir } = await import('node:os')
    const test = await openTestShop()
    parts = mkdtempSync(join(tmpdir(), 'haat-backup-'))
    const file = join(parts, 'good.tar.gz')
    await writeBackup(test.shop, file)
    await test.close()
    good = readFileSync(file)
    mkdirSync(join(parts, 'content'))
    await extract({ file, cwd: join(parts, 'content') })
    return async () => (await import('node:fs')).rmSync(parts, { recursive: true })
  })

  /** Restores a file into an empty folder and expects it to stay empty. @returns the error */
  async function refused(file: string): Promise<string> {
    const folder = temporaryFolder()
    const reason = await restore(file, folder).then(
      () => 'restored',
      (error: Error) => error.message,
    )
    expect(readdirSync(folder)).toEqual([])
    return reason
  }

  function written(bytes: Buffer | string): string {
    const file = join(temporaryFolder(), 'bad.tar.gz')
    writeFileSync(file, bytes)
    return file
  }

  /** The good backup with changed content. */
  async function repacked(
    change: (folder: string) => void,
    names = ['manifest.json', 'haat.db'],
  ): Promise<string> {
    const folder = temporaryFolder()
    cpSync(join(parts, 'content'), folder, { recursive: true })
    change(folder)
    const file = join(temporaryFolder(), 'bad.tar.gz')
    await create({ cwd: folder, file, gzip: true, preservePaths: true }, names)
    return file
  }

  const withManifest = (change: object) => (folder: string) => {
    const path = join(folder, 'manifest.json')
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...change }))
  }

  it('is damaged anywhere', async () => {
    for (const share of [0.1, 0.5, 0.9, 0.999]) {
      const at = Math.floor(good.length * share)
      expect(await refused(written(good.subarray(0, at)))).toMatch(/damaged/)
      const flipped = Buffer.from(good)
      flipped[at] = (flipped[at] ?? 0) ^ 0xff
      expect(await refused(written(flipped))).not.toBe('restored')
    }
  })

  it('is not a backup', async () => {
    expect(await refused(written(''))).not.toBe('restored')
    expect(await refused(written('id,name\n1,Lamp\n'))).toMatch(/not a backup/)
    expect(await refused('/nowhere/shop.tar.gz')).toMatch(/There is no file/)
    expect(await refused(await repacked(() => undefined, ['haat.db']))).toMatch(/not a backup/)
    expect(await refused(await repacked(withManifest({ haat_backup: 'x' })))).toMatch(/not a backup/)
  })

  it('is newer than the program', async () => {
    expect(await refused(await repacked(withManifest({ haat_backup: 99 })))).toMatch(/newer version of Haat/)
  })

  it('has a database that is none, or no database', async () => {
    const changed = await repacked((folder) => writeFileSync(join(folder, 'haat.db'), 'x'))
    expect(await refused(changed)).toMatch(/damaged or not a Haat database/)
    expect(await refused(await repacked(() => undefined, ['manifest.json']))).toMatch(/haat\.db is missing/)
    const more = await repacked(withManifest({ files: ['haat.db', 'media/lamp.svg'] }))
    expect(await refused(more)).toMatch(/media\/lamp\.svg is missing/)
  })

  it('has tables, triggers or views of its own, or rows that belong to nothing', async () => {
    for (const statement of [
      'create trigger spy after insert on users begin update pages set text = new.email; end',
      'drop table pages; create view pages as select email as slug, email as title, email as text from users',
      "drop table pages; create virtual table pages using fts5(slug, title, text, content='users')",
    ]) {
      const hostile = await repacked((folder) => {
        const connection = new Sqlite(join(folder, 'haat.db'))
        connection.exec(statement)
        connection.close()
      })
      expect(await refused(hostile)).toMatch(
        /not as Haat made it: see its (trigger spy|view pages|table pages)/,
      )
    }
    const planted = await repacked((folder) => {
      const connection = new Sqlite(join(folder, 'haat.db'))
      connection.pragma('foreign_keys = off')
      connection.exec(
        'insert into cart_items (user_id, variant_id, quantity, created_at) values (999, 1, 1, 0)',
      )
      connection.close()
    })
    expect(await refused(planted)).toMatch(/rows that belong to nothing/)
  })

  it('has paths outside the folder, or links', async () => {
    for (const path of ['../haat-evil', 'media/../../haat-evil', 'media/.hidden', 'media/a/b.svg']) {
      const outside = await repacked(
        (folder) => {
          mkdirSync(join(folder, 'media/a'), { recursive: true })
          writeFileSync(join(folder, path), 'x')
        },
        ['manifest.json', path],
      )
      expect(await refused(outside)).toMatch(/not a backup/)
    }
    const linked = await repacked(
      (folder) => {
        mkdirSync(join(folder, 'media'), { recursive: true })
        symlinkSync('/etc/passwd', join(folder, 'media/a.svg'))
      },
      ['manifest.json', 'haat.db', 'media/a.svg'],
    )
    expect(await refused(linked)).toMatch(/not a backup/)
  })
})

atNight(() => {
  it('moves a running shop to another folder, with the haat command', async () => {
    const [from, to] = [await demoFolder(), temporaryFolder()]
    const file = join(temporaryFolder(), 'shop.tar.gz')
    const { child } = await openProcess({ DATA_DIR: from, LOG_LEVEL: 'silent' })
    const haat = (folder: string, ...words: string[]) =>
      haatInProcess(words, { cwd: folder, env: { DATA_DIR: folder } })
    expect((await runHaat(from, 'backup', file)).code).toBe(0)
    const refusal = { code: 2, err: expect.stringContaining('Stop it first') }
    expect(await haat(from, 'restore', file, '--replace')).toMatchObject(refusal)
    expect(await stopProcess(child)).toBe(0)
    expect((await haat(to, 'restore', file)).code).toBe(0)
    const began = performance.now()
    const restored = await openProcess({ DATA_DIR: to, LOG_LEVEL: 'silent' })
    expect(performance.now() - began).toBeLessThan(60_000)
    const body = (await (await fetch(`${restored.url}/api/products/filter?page=1`)).json()) as {
      total: number
    }
    expect(body.total).toBeGreaterThan(50)
    await stopProcess(restored.child)
  })
})
