/** Import files, and the catalogue that an import leaves. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { importCatalogue, type ImportOptions } from '../src/merchant/importing/catalogue-import.ts'
import { atTheServer } from '../src/merchant/command.ts'
import type { Database } from '../src/db/database.ts'
import type { TestShop } from './test-shop.ts'

let serial = 0

/** The same shop, but each transaction is rolled back and retried once, as PostgreSQL's are after a deadlock. */
export function withRetriedTransactions(test: TestShop): TestShop {
  const { db } = test.shop
  const transaction: Database['transaction'] = async (work) => {
    const deadlock = new Error('deadlock')
    const attempt = db.transaction(async (tx) => {
      await work(tx)
      throw deadlock
    })
    await attempt.catch((error: unknown) => {
      if (error !== deadlock) throw error
    })
    return db.transaction(work)
  }
  return { ...test, shop: { ...test.shop, db: { ...db, transaction } } }
}

/** Writes a file into the shop's data folder. @returns its path */
export function aFile(test: TestShop, text: string | Buffer, name = 'catalogue.csv'): string {
  const file = join(test.shop.config.dataDir, `${(serial += 1)}-${name}`)
  writeFileSync(file, text)
  return file
}

const FAULT = /^Line (\d+)(?:, (.+?))?(?: “(.*?)”)?: (.*)$/s

/** The faults in a file of refused rows, by line; none where there is no file. */
export function faultsIn(report: string) {
  const rows: string[][] = existsSync(report)
    ? parse(readFileSync(report, 'utf8'), { bom: true, relax_column_count: true })
    : []
  const heads = rows.findIndex((row) => row.at(-1) === 'Why it was refused')
  return rows
    .slice(heads + 1)
    .flatMap((row) => row[rows[heads]!.length - 1]!.split(/\n(?=Line \d)/))
    .map((fault) => FAULT.exec(fault)!)
    .map(([, line = '', column = '', value = '', reason = '']) => ({ line, column, value, reason }))
}

/** Imports a text as a file. `refused` has the faults of its refused rows. */
export async function importText(
  test: TestShop,
  text: string | Buffer,
  options: ImportOptions = {},
  name?: string,
) {
  const report = join(test.shop.config.dataDir, `${(serial += 1)}-refused.csv`)
  const result = await importCatalogue(test.shop, aFile(test, text, name), {
    report,
    who: atTheServer(),
    ...options,
  })
  const { created, changed, unchanged } = result
  return {
    result,
    refused: faultsIn(report),
    counts: { created, changed, unchanged, refused: result.refused },
  }
}

/** All products with variants and media, without ids, in a fixed order. */
export async function catalogueOf({ shop: { db } }: TestShop) {
  const { products, variants, media, categories } = db.tables
  const allCategories = await db.select().from(categories)
  const pathOf = (id: number | null): string => {
    const row = allCategories.find((category) => category.id === id)
    return row ? [pathOf(row.parent_id), row.name].filter(Boolean).join(' > ') : ''
  }
  const [allVariants, allMedia] = [await db.select().from(variants), await db.select().from(media)]
  const rows = await db.select().from(products)
  return rows
    .map(({ id, category_id, variant_id, external_key: _, updated_at: _changed, ...product }) => {
      const productVariants = allVariants
        .filter((row) => row.product_id === id)
        .toSorted(
          (a, b) => Number(b.is_default) - Number(a.is_default) || a.position - b.position || a.id - b.id,
        )
      const mediaOf = (owner: number | null) =>
        allMedia
          .filter((row) => row.product_id === id && row.variant_id === owner)
          .toSorted((a, b) => a.position - b.position)
          .map(({ media_type, media_url, video_source, alt }) => ({
            media_type,
            media_url,
            video_source,
            alt,
          }))
      return {
        ...product,
        category: pathOf(category_id),
        media: mediaOf(null),
        variants: productVariants.map(
          ({ id: variant, product_id: _product, position: _position, ...rest }) => ({
            ...rest,
            shown: variant === variant_id,
            media: mediaOf(variant),
          }),
        ),
      }
    })
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
}
