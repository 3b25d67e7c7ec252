/** The commands import, export, stock, prices and reindex: exit codes, output, and a kill in the middle. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openSqlite } from '../src/db/open.sqlite.ts'
import { markInitialised } from '../src/features/settings/settings.store.ts'
import { haatInProcess } from './haat-in-process.ts'
import { runHaat, startHaat, temporaryFolder } from './server-process.ts'

/** A data folder with a shop that is set up and empty. */
async function aDataFolder(): Promise<string> {
  const folder = temporaryFolder()
  const db = await openSqlite(join(folder, 'haat.db'))
  await db.transaction((tx) => markInitialised(tx, new Date('2026-01-01')))
  await db.close()
  return folder
}

/** As `runHaat`, but in this process, which takes much less time. */
const run = (folder: string, ...words: string[]) =>
  haatInProcess(words, { cwd: folder, env: { DATA_DIR: folder } })

/** Runs a command that must succeed. Returns what it prints. */
async function command(folder: string, words: string[]): Promise<string> {
  const { code, out, err } = await run(folder, ...words)
  expect([words, code, err]).toEqual([words, 0, ''])
  return out
}

function aCatalogue(folder: string, products: number): string {
  const file = join(folder, 'catalogue.csv')
  const rows = Array.from(
    { length: products },
    (_, n) => `k${n},Product ${n},${n % 50 === 7 ? 'x' : n + 1},S-${n}`,
  )
  writeFileSync(file, `key,name,price,sku\n${rows.join('\n')}\n`)
  return file
}

describe('haat import', () => {
  it('prints its result and the path of the report', async () => {
    const folder = await aDataFolder()
    const file = aCatalogue(folder, 100)
    const { code, out } = await runHaat(folder, 'import', file)
    expect(out).toContain('100 rows: 98 products created, 0 changed, 0 unchanged; 2 rows refused.')
    expect(readFileSync(join(folder, 'catalogue.csv.refused.csv'), 'utf8')).toContain(
      'Line 9, price “x”: Give an amount of 0 or more, such as 499',
    )
    expect(code).toBe(0)
    const again = await run(folder, 'import', file, '--json')
    expect(JSON.parse(again.out)).toMatchObject({ created: 0, changed: 0, unchanged: 98, refused: 2 })
  })

  it('prints a user error in one line, with exit code 2', async () => {
    const folder = await aDataFolder()
    const odd = join(folder, 'odd.csv')
    writeFileSync(odd, 'foo,bar\n1,2\n')
    const { code, err } = await runHaat(folder, 'import', 'odd.csv')
    expect([code, err.trim().split('\n').length]).toEqual([2, 1])
    const mistakes = [
      ['import', join(folder, 'nowhere.csv')],
      ['import', odd, '--set', 'colour=red'],
      ['import', odd, '--images', 'nowhere'],
      ['stock', odd],
      ['export', 'products', '--out', 'no/such/folder/x.csv'],
      ['export', 'products', '--out', '.'],
      ['export', 'orders', '--format', 'shopify'],
    ]
    for (const words of mistakes) {
      const { code: exit, err: lines } = await run(folder, ...words)
      expect([words, exit, lines.trim().split('\n').length]).toEqual([words, 2, 1])
    }
  })

  it('creates nothing in a folder without a shop', async () => {
    const folder = temporaryFolder()
    const { code, err } = await run(folder, 'import', aCatalogue(folder, 3))
    expect(code).toBe(2)
    expect(err).toContain(`There is no shop in ${folder}. To set one up there, run: haat init.`)
    expect(existsSync(join(folder, 'haat.db'))).toBe(false)
  })

  it('reaches the same state when it is killed and run again', async () => {
    const folder = await aDataFolder()
    const file = aCatalogue(folder, 4000)
    const db = await openSqlite(join(folder, 'haat.db'))
    const { products, variants } = db.tables
    const productsDone = async (): Promise<number> => {
      return (await db.select({ id: products.id }).from(products)).length
    }
    for (const enough of [1, 1500]) {
      const { child, done } = startHaat(folder, 'import', file)
      while (child.exitCode === null && (await productsDone()) < enough) await sleep(2)
      child.kill('SIGKILL')
      expect((await done).code).toBeNull()
    }
    const last = await runHaat(folder, 'import', file, '--json')
    expect(JSON.parse(last.out)).toMatchObject({ rows: 4000, changed: 0, refused: 80 })
    expect(readFileSync(join(folder, 'catalogue.csv.refused.csv'), 'utf8').trim().split('\n')).toHaveLength(
      81,
    )
    const again = await runHaat(folder, 'import', file, '--json')
    expect(JSON.parse(again.out)).toMatchObject({
      created: 0,
      changed: 0,
      unchanged: 3920,
      refused: 80,
    })
    expect(await db.select({ id: products.id }).from(products)).toHaveLength(3920)
    expect(await db.select({ id: variants.id }).from(variants)).toHaveLength(3920)
    await db.close()
  })
})

describe('haat export', () => {
  it('writes to standard output, or to a file that only its owner can read', async () => {
    const folder = await aDataFolder()
    await command(folder, ['import', aCatalogue(folder, 20)])
    const { out, code } = await runHaat(folder, 'export', 'products')
    expect(code).toBe(0)
    expect(out.trim().split('\n')).toHaveLength(20)
    await run(folder, 'export', 'products', '--out', 'products.csv')
    expect(readFileSync(join(folder, 'products.csv'), 'utf8')).toBe(out)
    expect(statSync(join(folder, 'products.csv')).mode & 0o777).toBe(0o600)
    const device = await run(folder, 'export', 'products', '--out', '/dev/null')
    expect(device).toMatchObject({ code: 2, err: 'haat: "/dev/null" is not a file that can be replaced.\n' })
    expect(statSync('/dev/null').isFile()).toBe(false)
  })

  it('ends without an error when the reader closes the pipe', async () => {
    const folder = await aDataFolder()
    await command(folder, ['import', aCatalogue(folder, 5000)])
    const { child, done } = startHaat(folder, 'export', 'products', '--format', 'json')
    child.stdout?.once('data', () => child.stdout?.destroy())
    expect(await done).toMatchObject({ code: 0, err: '' })
  })
})

describe('haat stock and haat prices', () => {
  it('change existing variants', async () => {
    const folder = await aDataFolder()
    await command(folder, ['import', aCatalogue(folder, 5)])
    writeFileSync(join(folder, 'count.csv'), 'sku,stock\nS-1,3\nS-2,7\nS-77,1\n')
    const { out } = await run(folder, 'stock', 'count.csv')
    expect(out).toContain('3 rows: 2 variants changed, 0 unchanged; 1 row refused.')
    writeFileSync(join(folder, 'list.csv'), 'sku,price,mrp\nS-1,99,120\n')
    expect((await run(folder, 'prices', 'list.csv')).out).toContain('1 variant changed')
  })
})

describe('haat reindex', () => {
  it('repairs the search index while the shop runs, also a second time', async () => {
    const folder = await aDataFolder()
    await command(folder, ['import', aCatalogue(folder, 20)])
    const db = await openSqlite(join(folder, 'haat.db'))
    const { search_words } = db.tables
    const indexed = async () =>
      (await db.select().from(search_words)).toSorted((a, b) => (a.word < b.word ? -1 : 1))
    const before = await indexed()
    await db.transaction((tx) => tx.update(search_words).set({ frequency: 99 }))
    for (const _ of ['first', 'again']) {
      expect(await run(folder, 'reindex')).toMatchObject({
        code: 0,
        out: 'Rebuilt the search index of 19 products.\n',
        err: '',
      })
      expect(await indexed()).toEqual(before)
    }
    await db.close()
  })
})

describe('haat coupons and haat deals', () => {
  it('print amounts in rupees', async () => {
    const folder = await aDataFolder()
    await command(folder, ['import', aCatalogue(folder, 5)])
    await command(folder, ['coupons', 'create', 'FLAT50', '--flat', '50.50', '--min-amount', '500'])
    await command(folder, ['coupons', 'create', 'TENTH', '--percent', '10'])
    expect(JSON.parse(await command(folder, ['coupons', 'list', '--json']))).toMatchObject([
      { kind: 'percent', value: 10 },
      { kind: 'flat', value: 50.5, min_amount: 500, max_discount: null },
    ])
    await command(folder, ['deals', 'create', 'S-4', '--price', '1.50', '--ends', '+3d'])
    expect(JSON.parse(await command(folder, ['deals', 'list', '--json']))).toMatchObject([
      { deal_price: 1.5 },
    ])
  })
})

describe('haat init', () => {
  const init = (folder: string, ...words: string[]) =>
    haatInProcess(['init', '--yes', ...words], { cwd: folder, env: { DATA_DIR: folder } })

  it('refuses a wrong answer with its reason, and then sets nothing up', async () => {
    const folder = temporaryFolder()
    const gstin = ['--gstin', '29ABCDE1234F1ZW']
    expect(await init(folder, '--delivery-charge', '1e9')).toMatchObject({ code: 2, out: '' })
    expect((await init(folder, ...gstin, '--state', 'Kerala')).err).toBe(
      'haat: --state: This GSTIN belongs to Karnataka. Choose Karnataka, or correct the GSTIN.\n',
    )
    const { code, out } = await init(folder, ...gstin, '--name', 'Meera Stores', '--delivery-charge', '₹59')
    expect(code).toBe(0)
    expect(out).toContain(`NODE_ENV=production DATA_DIR=${folder} npm start`)
    expect(await command(folder, ['settings', 'get', 'seller.state'])).toBe('Karnataka\n')
    expect(await command(folder, ['settings', 'get', 'delivery'])).toContain('delivery.charge = 59\n')
  })

  it('says a second time how to correct an answer', async () => {
    const folder = temporaryFolder()
    await init(folder, '--name', 'Meera Stores')
    const { code, err } = await init(folder, '--name', 'Other')
    expect([code, err]).toEqual([2, expect.stringMatching(/the shop Meera Stores\. .*haat settings set/)])
  })
})

describe('--json', () => {
  it('prints amounts in rupees, and refuses an option by its name', async () => {
    const folder = await aDataFolder()
    await command(folder, ['import', aCatalogue(folder, 5)])
    const json = async (...words: string[]): Promise<unknown> =>
      JSON.parse(await command(folder, [...words, '--json']))
    expect(await json('products', 'list', '--limit', '1')).toMatchObject([{ name: 'Product 4', price: 5 }])
    expect(await json('products', 'show', 'S-1')).toMatchObject({ price: 2, variants: [{ price: 2 }] })
    const refused: [words: string, reason: string][] = [
      ['products list --limit all', '--limit must be a whole number from 1 to 1000000.'],
      ['report gst --month 2026-13', '--month must be a month such as 2026-11.'],
      ['orders list --from 2026-02-30', '--from must be a day such as 2026-11-01.'],
      ['deals create S-1 --price ten --ends +3d', '--price must be an amount in rupees, such as 499 or'],
      ['deals create S-1 --price 1 --ends tomorrow', '--ends must be a time such as'],
      ['export everything', '<what> must be one of products, orders, customers.'],
      ['variants add S-1 name=X', 'There is no field "name". Fields: sku, price'],
      ['products show nothing', 'To look for it, run: haat products list --search TEXT'],
    ]
    for (const [words, reason] of refused) {
      const { code, out, err } = await run(folder, ...words.split(' '))
      expect([words, code, out, err]).toEqual([words, 2, '', expect.stringContaining(reason)])
      expect(err).toMatch(/^haat: [^\n]+\n$/)
    }
  })
})
