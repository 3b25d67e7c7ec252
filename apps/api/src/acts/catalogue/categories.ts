/** The merchant's work on categories. All functions throw Failures. */
import { type InputOf, plural } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import { type Database, lockName, type Reader, type Tx } from '../../db/database.ts'
import { findSubtree, subtreesOf } from '../../features/catalog/category-tree.store.ts'
import { indexProducts } from '../../features/search/search-index.store.ts'
import type { Shop } from '../../shop.ts'
import type { ActTable } from '../act-table.ts'
import { shortHash, slugify } from './slugs.ts'
import { badRequest, conflict, noSuch, ofField } from '../../http/failure.ts'
import * as store from './categories.store.ts'
import { findCouponsOf } from './products.store.ts'
import { storePictureFrom } from '../pictures/named-picture.ts'

/** Products of one transaction that updates the search index: the shop takes orders in between. */
const BATCH = 500
const NAME_MAX = 100
const LEVELS_MAX = 6

export interface CategoryNode extends store.CategoryRow {
  /** Products directly in it, hidden ones included. */
  products: number
  /** Products in it and below it. */
  all_products: number
  /** Names from the top level down to its own. */
  path: string[]
}

/** All categories as a tree, each before its sub-categories, siblings in display order. */
export async function listCategories(reader: Reader): Promise<CategoryNode[]> {
  const children = Map.groupBy(await store.findCategoryRows(reader), (row) => row.parent_id)
  const walk = (parentId: number | null, above: string[]): CategoryNode[] =>
    (children.get(parentId) ?? []).flatMap((row) => {
      const path = [...above, row.name]
      const below = walk(row.id, path)
      const all_products = below.reduce((sum, { products }) => sum + products, row.products)
      return [{ ...row, path, all_products }, ...below]
    })
  return walk(null, [])
}

export const pathText = (path: readonly string[]): string => path.join(' > ').toLowerCase()

/** Finds a category by its id, slug, or path of names such as `Footwear > Running`; a name alone if it is the only one. */
export const findCategory = async (reader: Reader, text: string): Promise<CategoryNode> =>
  categoryNamed(await listCategories(reader), text)

function categoryNamed(nodes: CategoryNode[], text: string): CategoryNode {
  const id = /^#?([1-9]\d{0,8})$/.exec(text)?.[1]
  const wanted = pathText(text.split('>').map((name) => name.trim()))
  const matches = [
    nodes.filter((node) => node.slug === text || String(node.id) === id),
    nodes.filter(({ path }) => pathText(path) === wanted),
    nodes.filter(({ name }) => name.toLowerCase() === wanted),
  ].find((found) => found.length > 0)
  const [found, other] = matches ?? []
  if (!found) throw noSuch(`There is no category "${text}".`, { remedy: `See haat categories list.` })
  if (other)
    throw badRequest(
      `"${text}" can be several categories: ${matches!.map(({ id: number, path }) => `#${number} ${path.join(' > ')}`).join(', ')}.`,
    )
  return found
}

function checkName(name: string): string {
  const clean = name.trim().replaceAll(/\s+/g, ' ')
  if (clean === '' || clean.length > NAME_MAX || clean.includes('>'))
    throw badRequest(`A category needs a name of 1 to ${NAME_MAX} characters, without ">".`, {
      field: 'set.name',
    })
  return clean
}

/** Refuses a second category of this name in one place, and too many levels. */
function checkPlace(
  nodes: CategoryNode[],
  name: string,
  parent: CategoryNode | null,
  own?: CategoryNode,
): void {
  const place = pathText([...(parent?.path ?? []), name])
  const twin = nodes.find((node) => node.id !== own?.id && pathText(node.path) === place)
  if (twin) throw conflict(`There is already a category ${twin.path.join(' > ')}.`, { field: 'set.name' })
  const above = (own?.path.length ?? 1) - 1
  const height = Math.max(1, ...(own ? withinOf(nodes, own) : []).map(({ path }) => path.length - above))
  if ((parent?.path.length ?? 0) + height > LEVELS_MAX)
    throw badRequest(`Categories can have ${LEVELS_MAX} levels at most.`, { field: 'set.under' })
}

/** A category and all below it. */
function withinOf(nodes: CategoryNode[], { id }: CategoryNode): CategoryNode[] {
  const ids = new Set(subtreesOf(nodes).get(id))
  return nodes.filter((node) => ids.has(node.id))
}

/** Runs a change of categories after any other: two moves at once could make a circle. */
const changeTree = <T>(db: Database, change: (tx: Tx, nodes: CategoryNode[]) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await lockName(tx, 'categories')
    return change(tx, await listCategories(tx))
  })

const isNone = (text: string): boolean => text.toLowerCase() === 'none'

/**
 * Adds a category, after its siblings unless the values say where, or changes one. A changed one keeps its slug, so links
 * and coupons stay, and its sub-categories and products move along.
 *
 * @param text the category to change; null adds one
 */
export async function saveCategory(
  shop: Pick<Shop, 'db' | 'media'>,
  text: string | null,
  { name: newName, under, before, after, picture }: InputOf<Staff['categories']['set']>['set'],
): Promise<CategoryNode> {
  if (text !== null) await findCategory(shop.db, text)
  const name = newName === undefined && text !== null ? undefined : checkName(newName ?? '')
  const image_url =
    picture === undefined
      ? undefined
      : isNone(picture)
        ? null
        : await storePictureFrom(shop, picture).catch(ofField('set.picture'))
  const saved = await changeTree(shop.db, async (tx, nodes) => {
    const own = text === null ? undefined : categoryNamed(nodes, text)
    const above = nodes.find(({ id }) => id === own?.parent_id) ?? null
    const parent = under === undefined ? above : isNone(under) ? null : categoryNamed(nodes, under)
    const row = {
      name: name ?? own!.name,
      parent_id: parent?.id ?? null,
      image_url: image_url === undefined ? (own?.image_url ?? null) : image_url,
    }
    if (own && parent && withinOf(nodes, own).includes(parent))
      throw badRequest(`${own.name} cannot move under itself or one of its sub-categories.`, {
        field: 'set.under',
      })
    checkPlace(nodes, row.name, parent, own)
    if (own) await store.updateCategory(tx, own.id, row)
    const slug = freeSlug(new Set(nodes.map((node) => node.slug)), [...(parent?.path ?? []), row.name])
    const id = own?.id ?? (await store.insertCategory(tx, { ...row, slug }))
    const beside = before ?? after
    if (beside !== undefined) await placeBeside(tx, id, beside, before === undefined)
    return findCategory(tx, `#${id}`)
  })
  if (text !== null && (name !== undefined || under !== undefined))
    await indexInBatches(shop.db, await store.findProductIdsIn(shop.db, await findSubtree(shop.db, saved.id)))
  return saved
}

/** @param taken slugs of the others */
export function freeSlug(taken: ReadonlySet<string>, path: readonly string[]): string {
  const slug = slugify(path.join(' '))
  return taken.has(slug) ? `${slug}-${shortHash(path.join('\n'))}` : slug
}

async function placeBeside(tx: Tx, id: number, beside: string, isAfter: boolean): Promise<void> {
  const nodes = await listCategories(tx)
  const own = nodes.find((node) => node.id === id)!
  const other = categoryNamed(nodes, beside)
  if (other.id === id || other.parent_id !== own.parent_id)
    throw badRequest(`${own.name} and ${other.name} are not two categories of the same level.`)
  const siblings = nodes.filter((node) => node.id !== id && node.parent_id === own.parent_id)
  const ordered = siblings.toSpliced(siblings.indexOf(other) + Number(isAfter), 0, own)
  for (const [position, node] of ordered.entries()) await store.updateCategory(tx, node.id, { position })
}

/** Search finds products by the names of their categories. */
async function indexInBatches(db: Database, ids: number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH)
    await db.transaction((tx) => indexProducts(tx, ids.slice(start, start + BATCH)))
}

/**
 * Deletes a category without sub-categories.
 *
 * @param moveTo id, slug or path of the category for its products; without one the category must be empty
 * @returns the deleted category and the number of products that moved
 */
export async function deleteCategory(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  text: string,
  moveTo?: string,
): Promise<{ category: CategoryNode; moved: number }> {
  const { category, moved } = await changeTree(db, async (tx, nodes) => {
    const target = moveTo === undefined ? null : categoryNamed(nodes, moveTo)
    const category = categoryNamed(nodes, text)
    if (target === category) throw badRequest('The products cannot move to the category you delete.')
    const below = nodes.filter(({ parent_id }) => parent_id === category.id)
    if (below.length > 0)
      throw conflict(
        `${category.name} has sub-categories: ${below.map(({ name }) => name).join(', ')}. Move or delete them first.`,
      )
    if (category.products > 0 && !target)
      throw conflict(
        `${category.name} has ${plural(category.products, 'product. Move it', 'products. Move them')} first.`,
        { remedy: 'To move them: --move-products-to CATEGORY' },
      )
    const active = (await findCouponsOf(tx, 'category_id', category.id)).filter(({ is_active }) => is_active)
    const codes = active.map(({ code }) => code).join(', ')
    if (codes) throw conflict(`Coupons for ${category.name} are still active: ${codes}. End them first.`)
    const moved = target ? await store.moveProducts(tx, category.id, target.id) : []
    await store.deleteCategoryRow(tx, category.id, now())
    return { category, moved }
  })
  await indexInBatches(db, moved)
  return { category, moved: moved.length }
}

const staffCategory = ({ path, ...category }: CategoryNode) => ({ ...category, path: path.join(' > ') })

export const categoryActs: ActTable<Staff['categories']> = {
  list: async ({ db }) => (await listCategories(db)).map(staffCategory),
  add: async (shop, { name, set }) => staffCategory(await saveCategory(shop, null, { ...set, name })),
  set: async (shop, { category, set }) => staffCategory(await saveCategory(shop, category, set)),
  async delete(shop, { category: text, move_products_to }) {
    const { category, moved } = await deleteCategory(shop, text, move_products_to)
    return { category: staffCategory(category), moved }
  },
}
