/** What a server that has kept replies says right after a change is what one says that has just started. */
import { eq } from 'drizzle-orm'
import { expect, inject, it, onTestFinished } from 'vitest'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { refreshListings } from '../src/features/catalog/listing-columns.store.ts'
import { DEFAULT_SETTINGS } from '../src/features/settings/default-settings.ts'
import { storePage, writeSettings } from '../src/features/settings/settings.store.ts'
import { openShop } from '../src/open-shop.ts'
import { emptyShop } from './buyers.ts'
import { aDeal, aProduct } from './factories.ts'
import { report } from './figure.ts'

const CHANGES = 100

/** A server without a port, on a connection of its own. */
async function openServer(env: Record<string, string>) {
  const shop = await openShop(readConfig({ ...env, HAAT_DEMO: '0', LOG_LEVEL: 'silent' }))
  const app = await buildApp(shop)
  const close = async () => {
    await app.close()
    await shop.db.close()
  }
  return { shop, app, close }
}

it(`${CHANGES} changes are seen at once`, { timeout: 900_000 }, async (context) => {
  const env = await emptyShop()
  const [kept, writer] = [await openServer(env), await openServer(env)]
  onTestFinished(kept.close)
  onTestFinished(writer.close)
  const { db, now } = writer.shop
  const products = [await aProduct(writer), await aProduct(writer), await aProduct(writer)]
  const deal = await aDeal(writer, products[0]!.id)
  const looks = [
    ...products.map(({ id }) => `/api/products/${id}`),
    ...[
      'filter?facets=1',
      'filter?sort=price_desc',
      'filter?is_on_sale=1',
      'search?search=renamed',
      'brands',
    ].map((path) => `/api/products/${path}`),
    ...['/api/deals/active', '/api/settings', '/api/pages/about', '/sitemap.xml'],
  ]
  const at = (n: number) => products[n % products.length]!
  const changes: ((n: number) => Promise<unknown>)[] = [
    (n) =>
      db.transaction(async (tx) => {
        const { variants } = tx.tables
        const change = { price: 10_000 + n, stock: n % 4 }
        await tx
          .update(variants)
          .set(change)
          .where(eq(variants.id, at(n).variant.id))
        await refreshListings(tx, [at(n).id], now())
      }),
    (n) =>
      db.transaction((tx) => {
        const { products: table } = tx.tables
        const change = { name: `Renamed ${n}`, brand: `Brand ${n}`, is_published: n % 3 !== 0 }
        return tx
          .update(table)
          .set(change)
          .where(eq(table.id, at(n).id))
      }),
    (n) =>
      db.transaction(async (tx) => {
        const { deals } = tx.tables
        const change = { deal_price: 5000 + n, is_active: n % 2 === 0 }
        await tx.update(deals).set(change).where(eq(deals.id, deal.id))
        await refreshListings(tx, [deal.product_id], now())
      }),
    (n) => db.transaction((tx) => writeSettings(tx, { ...DEFAULT_SETTINGS, shop_name: `Shop ${n}` })),
    (n) => db.transaction((tx) => storePage(tx, { slug: 'about', title: `About ${n}`, text: 'Text' }, now())),
  ]
  let seen = 0
  for (let n = 0; n < CHANGES; n += 1) {
    await changes[n % changes.length]!(n)
    const replies = await Promise.all(looks.map((url) => kept.app.inject(url)))
    const fresh = await openServer(env)
    for (const [index, url] of looks.entries()) {
      const expected = await fresh.app.inject(url)
      const withoutTime = (body: string) => body.replaceAll(/"now":"[^"]*"/g, '')
      expect([url, replies[index]!.statusCode, withoutTime(replies[index]!.body)]).toEqual([
        url,
        expected.statusCode,
        withoutTime(expected.body),
      ])
      seen += 1
    }
    await fresh.close()
  }
  report(
    context,
    `${seen} looks right after ${CHANGES} changes by another server, ${inject('engine')}: 0 old`,
  )
})
