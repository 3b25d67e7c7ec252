/** Every remedy that `haat doctor` prints works: run as printed, it removes what was found. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { documentCommand } from '../../../test/document-lines.ts'
import { haatInProcess, type HaatRun } from '../../../test/haat-in-process.ts'
import { temporaryFolder } from '../../../test/server-process.ts'
import { openSqlite } from '../../db/open.sqlite.ts'
import type { Database, Tx } from '../../db/database.ts'
import { storeSetting } from '../../features/settings/settings.store.ts'

const START = '2026-03-02T06:30:00Z'
const PRODUCTS = `name,price,mrp,stock,category,country_of_origin,hsn,gst_rate,manufacturer,net_quantity
Lamp,499,599,20,Lights,India,9405,18,"Asha Lights, Pune 411001",1 N
`

interface World {
  folder: string
  db: Database
  env: Record<string, string>
  run: (words: string[], env?: Record<string, string>) => Promise<HaatRun>
}

async function aWorld(): Promise<World> {
  const folder = temporaryFolder()
  const env = {
    DATA_DIR: join(folder, 'shop'),
    SMTP_URL: 'smtps://mail.meera.in',
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://shop.meera.in',
    TRUST_PROXY: '1',
  }
  const run: World['run'] = (words, more = {}) =>
    haatInProcess(words, { cwd: folder, env: { ...env, ...more } })
  const answers = [
    '--name',
    'Meera Stores',
    '--address',
    'MG Road, Bengaluru 560001',
    '--gstin',
    '29ABCDE1234F1ZW',
  ]
  const contact = [
    '--email',
    'help@meera.in',
    '--phone',
    '98450 12345',
    '--grievance-officer',
    'Meera Krishnan',
  ]
  expect((await run(['init', '--yes', ...answers, ...contact])).code).toBe(0)
  writeFileSync(join(folder, 'products.csv'), PRODUCTS)
  expect((await run(['import', 'products.csv', '--json'])).code).toBe(0)
  expect((await run(['backup', 'first.tar.gz'])).code).toBe(0)
  const db = await openSqlite(join(env.DATA_DIR, 'haat.db'))
  return { folder, db, env, run }
}

type Break = (tx: Tx) => Promise<unknown>
const product =
  (change: object): Break =>
  (tx) =>
    tx.update(tx.tables.products).set(change)
const variant =
  (change: object): Break =>
  (tx) =>
    tx.update(tx.tables.variants).set(change)
const setting =
  (path: string, value: unknown): Break =>
  async (tx) => {
    const [row] = await tx.select().from(tx.tables.settings).where(eq(tx.tables.settings.key, 'shop'))
    const settings = JSON.parse(row?.value ?? '{}')
    const [part = '', name = ''] = path.split('.')
    const changed = name === '' ? value : { ...settings[part], [name]: value }
    await storeSetting(tx, 'shop', JSON.stringify({ ...settings, [part]: changed }))
  }

const deal =
  (change: object): Break =>
  async (tx) => {
    const [row] = await tx.select().from(tx.tables.products)
    await tx.insert(tx.tables.deals).values({
      product_id: row!.id,
      name: 'Lamp week',
      description: '',
      deal_price: 300_00,
      start_date: new Date(START),
      end_date: new Date(Date.now() + 86_400_000),
      ...change,
    })
  }

/** An order from before states were checked. */
const anOrderOf =
  (shipping_state: string): Break =>
  async (tx) => {
    const created_at = new Date()
    const login = { email: 'asha@example.in', phone_number: '9845012345', password_hash: 'none' }
    await tx.insert(tx.tables.users).values({ id: 1, name: 'Asha', ...login, created_at })
    await tx.insert(tx.tables.orders).values({
      ...({ user_id: 1, status: 'CONFIRMED', payment_method: 'COD', checkout: 'buy-now' } as const),
      ...{ created_at, holds_stock: true, idempotency_key: 'auto:1', request_hash: '' },
      ...{ shipping_name: 'Asha', shipping_street: 'MG Road', shipping_city: 'Bengaluru', shipping_state },
      ...{ shipping_country: 'India', shipping_zip: '560001', shipping_phone: '9845012345' },
      ...{ items_total: 0, total_shipping_price: 0, total_discount_amount: 0, total_amount: 0 },
    })
  }

/** What a test breaks, and the finding that follows. */
const CASES: [string, Break, RegExp][] = [
  ['legal name', setting('seller.legal_name', ''), /no legal name/],
  ['address', setting('seller.address', ''), /seller has no address/],
  ['PIN code', setting('seller.address', 'MG Road, Bengaluru'), /Address of the business.*: .*PIN code/],
  ['state', setting('seller.state', 'Keralla'), /belongs to Karnataka/],
  ['GSTIN', setting('seller.gstin', null), /There is no GSTIN/],
  ['sales beyond the state', setting('seller.gstin', null), /may sell only in Karnataka/],
  ['mistyped GSTIN', setting('seller.gstin', '29ABCDE1234F1Z5'), /has a typing mistake/],
  ['officer', setting('seller.grievance_officer', null), /names no grievance officer/],
  ['e-mail as officer', setting('seller.grievance_officer', 'a@b.in'), /: Give the name of a person/],
  ['address for complaints', setting('seller.grievance_email', null), /address for complaints/],
  ['e-mail', setting('contact.emails', []), /no e-mail address for customers/],
  ['phone', setting('contact.phones', []), /no phone number/],
  ['odd phone', setting('contact.phones', ['meera at shop']), /Phone numbers for customers: "meera at shop"/],
  ['contact address', setting('contact.address', ''), /no address for customers/],
  ['limits', setting('limits.open_cod_orders', null), /reserve the whole stock/],
  ['MRP', variant({ mrp: null }), /without an MRP/],
  ['price above MRP', variant({ price: 700_00 }), /more than their MRP/],
  ['price of zero', variant({ price: 0 }), /price of zero/],
  ['origin', product({ country_of_origin: '' }), /without a country of origin/],
  ['manufacturer', product({ manufacturer: null }), /without manufacturer or net quantity/],
  ['GST rate', product({ gst_rate: null }), /without a GST rate/],
  ['HSN code', product({ hsn: null }), /without an HSN code/],
  ['cut HSN code', product({ hsn: '4011000' }), /does not have 4, 6 or 8 digits/],
  ['former GST rate', product({ gst_rate: 12 }), /GST rate that ended on 22 September 2025/],
  ['unusual GST rate', product({ gst_rate: 17 }), /GST rate that India does not have/],
  [
    'dead banner',
    (tx) =>
      tx
        .insert(tx.tables.banners)
        .values({ banner_name: 'Sale', banner_image: '/media/x.webp', link: '/product/999' }),
    /Banners that lead to nothing \(1\): Sale, \/product\/999/,
  ],
  ['cheap deal', deal({ deal_price: 600_00 }), /no cheaper than/],
  [
    'deal on a hidden product',
    async (tx) => {
      await deal({})(tx)
      await product({ is_published: false })(tx)
    },
    /not published/,
  ],
  [
    'deal on what is sold out',
    async (tx) => {
      await deal({})(tx)
      await variant({ stock: 0 })(tx)
      await product({ in_stock: false })(tx)
    },
    /out of stock/,
  ],
  [
    'product without variants',
    async (tx) => {
      const [row] = await tx.select().from(tx.tables.products)
      const { id: _, ...copy } = row!
      await tx
        .insert(tx.tables.products)
        .values({ ...copy, slug: 'bare', external_key: 'bare', variant_id: null })
    },
    /without variants/,
  ],
  ['state of an order', anOrderOf('Karnatka'), /Orders with a state that India does not have.*Karnatka/],
  [
    'backup',
    (tx) => tx.delete(tx.tables.settings).where(eq(tx.tables.settings.key, 'last_backup_at')),
    /backup/i,
  ],
]

/** The remedy lines of the finding that matches, or null. */
function remedyOf(out: string, finding: RegExp): string[] | null {
  const found = out.split(/\n(?=[✗·] )/).find((text) => finding.test(text.split('\n')[0] ?? ''))
  if (!found) return null
  return found
    .split('\n')
    .slice(1)
    .filter((line) => line.startsWith('    '))
    .map((line) => line.replace(/^ +(→ )?/, ''))
}

it('takes a page for the own text of the shop once it was read and set', async () => {
  const { folder, db, run } = await aWorld()
  const finding = /^· You have not edited the page refund-policy/
  const lines = remedyOf((await run(['doctor'])).out, finding)
  expect(lines).toHaveLength(2)
  for (const line of lines ?? []) {
    const { words, output } = documentCommand(line)
    const { code, out } = await run(words.slice(1))
    expect([line, code]).toEqual([line, 0])
    if (output !== null) writeFileSync(join(folder, output), out)
  }
  expect(remedyOf((await run(['doctor'])).out, finding)).toBeNull()
  await db.close()
})

it('is gone after its remedy', async () => {
  const { folder, db, run } = await aWorld()
  const doctor = async () => (await run(['doctor'])).out
  const before = await doctor()
  for (const [name, breaks, finding] of CASES) {
    expect([name, remedyOf(before, finding)]).toEqual([name, null])
    await db.transaction(breaks)
    const lines = remedyOf(await doctor(), finding)
    expect([name, lines?.length]).not.toEqual([name, undefined])
    let left: string[] | null = lines
    for (const line of lines ?? []) {
      const { words, env, output } = documentCommand(line)
      expect([name, words[0]]).toEqual([name, 'haat'])
      const { code, out, err } = await run(words.slice(1), env)
      expect([name, line, code, err]).toEqual([name, line, 0, ''])
      if (output !== null) writeFileSync(join(folder, output), out)
      left = remedyOf(await doctor(), finding)
      if (left === null) break
    }
    expect([name, left]).toEqual([name, null])
    await db.transaction((tx) =>
      tx.update(tx.tables.products).set({ is_published: true }).where(eq(tx.tables.products.id, 1)),
    )
    await db.transaction((tx) => tx.delete(tx.tables.deals))
  }
  await db.close()
})
