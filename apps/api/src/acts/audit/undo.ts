/** Takes acts back: writes the recorded values of the rows that are still as the act left them. */
import { actNamed } from '@haat/contract/staff/index'
import { conflict, forbidden, noSuch } from '../../http/failure.ts'
import { AUDITED, type AuditedName } from '../../db/audited-tables.ts'
import type { Reader, Tx } from '../../db/database.ts'
import type { Shop } from '../../shop.ts'
import { indexProducts } from '../../features/search/search-index.store.ts'
import { findProductsWith } from '../../features/translations/translations.store.ts'
import type { Who } from '../act-table.ts'
import { findProductIdsIn } from '../catalogue/categories.store.ts'
import { publishChanges } from '../catalogue/products.store.ts'
import * as audit from './audit.store.ts'
import * as store from './undo.store.ts'

/** What became of what an act changed. */
export interface Undone {
  /** Rows that are as before. */
  rows: number
  /** What stays, in words. */
  kept: string[]
  products: Map<number, 'deleted' | 'hidden' | 'restored'>
  /** New categories that are deleted. */
  categories: number
}

const PAGE = 500
/** The invoice of a parcel that goes out later after all stays the same. */
const IS_SHIPPING = /^(orders|packing)\.(process|pack|ship|ship_sheet|out_for_delivery|deliver)$/
const REPLACED = 'Something else uses it, or has taken its place'
const TABLES = Object.keys(AUDITED) as AuditedName[]

/** Thrown so that a trial is rolled back. */
class Trial extends Error {}

/**
 * Takes an act back, in one transaction.
 * Each part of it is taken back as a whole or not at all; of an import, all rows that have not changed since.
 *
 * @param shop its database enters the undo in the audit
 * @param isTrial writes nothing
 * @throws Failure 409 `TOO_LATE` when nothing can be taken back
 */
export async function undoEntry(
  shop: Pick<Shop, 'db' | 'now'>,
  who: Who,
  id: number,
  isTrial = false,
): Promise<Undone> {
  const entry = await audit.findEntry(shop.db, id)
  if (!entry) throw noSuch(`There is no entry ${id} in the audit.`)
  const act = actNamed((await firstEntry(shop.db, entry)).act)
  if (act?.undo === false) throw conflict('This cannot be undone.', { code: 'TOO_LATE' })
  const needed = [act?.permission ?? 'own'].flat()
  if (who.permissions && !needed.some((one) => one === 'own' || who.permissions!.includes(one)))
    throw forbidden(`You may not undo this: it needs ${needed.join(' or ')}.`, { code: 'FORBIDDEN' })
  const isPartial = entry.act.startsWith('imports.')
  let undone: Undone | undefined
  await shop.db
    .transaction(async (tx) => {
      await audit.lockEntry(tx, id)
      if (await audit.isUndone(tx, id)) throw conflict('This was undone already.', { code: 'TOO_LATE' })
      if (!IS_SHIPPING.test(entry.act) && (await store.hasDocumentsSince(tx, entry)))
        throw conflict('An invoice or a credit note was written for this: its number cannot be taken back.', {
          code: 'TOO_LATE',
        })
      undone = await undoAll(tx, id, isPartial, shop.now())
      if (undone.rows === 0 && undone.kept.length > 0)
        throw conflict(`This cannot be undone any more. ${undone.kept[0]}.`, {
          code: 'TOO_LATE',
          kept: undone.kept,
        })
      if (isTrial) throw new Trial()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Trial)) throw error
    })
  return undone!
}

/** What an undo, or the undo of one, is about: it needs the right of that. */
async function firstEntry(reader: Reader, entry: audit.Entry): Promise<audit.Entry> {
  const undone = entry.undo_of === null ? undefined : await audit.findEntry(reader, entry.undo_of)
  return undone ? firstEntry(reader, undone) : entry
}

async function undoAll(tx: Tx, entryId: number, isPartial: boolean, now: Date): Promise<Undone> {
  const undo = new Undo(tx, isPartial, await store.findCreatedProducts(tx, entryId), now)
  for (const part of await store.findParts(tx, entryId)) {
    const before = undo.copy()
    const work = () => undo.part(entryId, part)
    if (isPartial) await work()
    else if (!(await store.withSavepoint(tx, work, 'part'))) {
      const { kept } = undo.undone
      undo.undone = { ...before, kept: kept.length > before.kept.length ? kept : [...kept, REPLACED] }
    }
  }
  return undo.finish()
}

class Undo {
  undone: Undone = { rows: 0, kept: [], products: new Map(), categories: 0 }
  readonly #tx: Tx
  readonly #isPartial: boolean
  readonly #created: ReadonlySet<number>
  readonly #now: Date
  readonly #products = new Set<number>()
  readonly #renamed = new Set<number>()
  readonly #translated: string[] = []
  readonly #newCategories: number[] = []

  constructor(tx: Tx, isPartial: boolean, created: ReadonlySet<number>, now: Date) {
    this.#tx = tx
    this.#isPartial = isPartial
    this.#created = created
    this.#now = now
  }

  /** @returns false when the part cannot be taken back as a whole */
  async part(entryId: number, part: number): Promise<boolean> {
    // Engines delete what belongs to a row before it or after it; tables are listed after those they belong to.
    for (const deletedFrom of [...TABLES, null])
      for (let before: number | undefined; ;) {
        const changes = await audit.findChanges(this.#tx, entryId, { part, before, deletedFrom, limit: PAGE })
        if (changes.length === 0) break
        if (!(await this.#all(changes))) return false
        before = changes.at(-1)!.id
      }
    return true
  }

  async #all(changes: readonly audit.Change[]): Promise<boolean> {
    const products = await store.productsOf(this.#tx, changes)
    const uses = await store.findUses(this.#tx, [...new Set(products.values())])
    const before = this.copy()
    const work = async (oneByOne: boolean): Promise<boolean> => {
      for (const change of changes) {
        const why = await this.#change(change, products.get(change.id), uses, oneByOne)
        if (why === null) continue
        this.undone.kept.push(why)
        if (!this.#isPartial) return false
      }
      return true
    }
    if (!this.#isPartial) return work(false)
    if (await store.withSavepoint(this.#tx, () => work(false), 'page')) return true
    // A constraint was broken: which change broke it shows one by one.
    this.undone = before
    return work(true)
  }

  copy(): Undone {
    return { ...this.undone, kept: [...this.undone.kept], products: new Map(this.undone.products) }
  }

  /** @returns why the change stays, or null */
  async #change(
    change: audit.Change,
    product: number | undefined,
    { users, ordered }: Awaited<ReturnType<typeof store.findUses>>,
    isAlone: boolean,
  ): Promise<string | null> {
    const { table_name, row_key, before } = change
    const isNew = before === null
    if (product !== undefined) this.#products.add(product)
    if (table_name === 'categories') {
      if (isNew && this.#isPartial) {
        this.#newCategories.push(Number(row_key))
        return null
      }
      this.#renamed.add(Number(row_key))
    }
    if (table_name === 'translations' && change.label !== null) this.#translated.push(change.label)
    const isCreated = product !== undefined && this.#created.has(product)
    if (isCreated && this.#isPartial && (table_name !== 'products' || !isNew)) return null
    if (isCreated && users.has(product)) {
      await store.hideProduct(this.#tx, product)
      this.undone.products.set(product, 'hidden')
      return `${nameOf(change)} is in ${users.get(product)} and is hidden instead of deleted`
    }
    if (table_name === 'variants' && isNew && ordered.has(Number(row_key)))
      return `${nameOf(change)} was ordered since`
    const undo = () => store.undoChange(this.#tx, change, this.#now)
    if (!(isAlone ? await store.withSavepoint(this.#tx, undo) : await undo()))
      return `${nameOf(change)} was changed since`
    this.undone.rows += 1
    if (product !== undefined) this.undone.products.set(product, isCreated ? 'deleted' : 'restored')
    return null
  }

  /** Lists and search follow. */
  async finish(): Promise<Undone> {
    this.undone.categories = await store.deleteUnusedCategories(this.#tx, this.#newCategories)
    const renamed = [
      ...(await findProductIdsIn(this.#tx, [...this.#renamed])),
      ...(await findProductsWith(this.#tx, this.#translated)),
    ]
    const touched = [...this.#products]
    for (let start = 0; start < touched.length; start += PAGE)
      await publishChanges(this.#tx, touched.slice(start, start + PAGE), this.#now)
    for (let start = 0; start < renamed.length; start += PAGE)
      await indexProducts(this.#tx, renamed.slice(start, start + PAGE))
    return this.undone
  }
}

/** `product 12 "Oil"`. */
const nameOf = ({ table_name, row_key, label }: audit.Change): string =>
  `${table_name.replace(/ies$/, 'y').replace(/s$/, '').replace('_', ' ')} ${row_key}${label === null ? '' : ` "${label}"`}`
