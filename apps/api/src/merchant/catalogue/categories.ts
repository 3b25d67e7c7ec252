/** The merchant's work on categories. All functions throw UserError. */
import { type Database, lockName, type Reader, type Tx } from '../../db/database.ts'
import { findSubtree, subtreesOf } from '../../features/catalog/category-tree.store.ts'
import { indexProducts } from '../../features/search/search-index.store.ts'
import type { Shop } from '../../shop.ts'
import { shortHash, slugify } from './slugs.ts'
import { UserError } from '../user-error.ts'
import * as store from './categories.store.ts'
import { type FetchPicture, storePictureFrom } from './store-picture.ts'

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

const pathText = (path: readonly string[]): string => path.join(' > ').toLowerCase()

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
  if (!found) throw new UserError(`There is no category "${text}". See haat categories list.`)
  if (other)
    throw new UserError(
      `"${text}" can be several categories: ${matches!.map(({ id: number, path }) => `#${number} ${path.join(' > ')}`).join(', ')}.`,
    )
  return found
}

function checkName(name: string): string {
  const clean = name.trim().replaceAll(/\s+/g, ' ')
  if (clean === '' || clean.length > NAME_MAX || clean.includes('>'))
    throw new UserError(`A category needs a name of 1 to ${NAME_MAX} characters, without ">".`)
  return clean
}

/** Refuses a second category of this name in one place, and too many levels. */
function checkPlace(
  nodes: CategoryNode[],
  name: string,
  parent: CategoryNode | null,
  own?: CategoryNode,
): void {
  const twin = nodes.find(
    (node) =>
      node.id !== own?.id &&
      node.parent_id === (parent?.id ?? null) &&
      node.name.toLowerCase() === name.toLowerCase(),
  )
  if (twin) throw new UserError(`There is already a category ${twin.path.join(' > ')}.`)
  const above = (own?.path.length ?? 1) - 1
  const height = Math.max(1, ...(own ? withinOf(nodes, own) : []).map(({ path }) => path.length - above))
  if ((parent?.path.length ?? 0) + height > LEVELS_MAX)
    throw new UserError(`Categories can have ${LEVELS_MAX} levels at most.`)
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

/**
 * Adds a category after its siblings.
 *
 * @param under id, slug or path of its parent; undefined for the top level
 * @param picture file or web address
 */
export async function addCategory(
  shop: Pick<Shop, 'db' | 'media'>,
  { name: text, under, picture }: { name: string; under?: string | undefined; picture?: string | undefined },
  fetch?: FetchPicture,
): Promise<CategoryNode> {
  const name = checkName(text)
  const image_url = picture === undefined ? null : await storePictureFrom(shop, picture, fetch)
  return changeTree(shop.db, async (tx, nodes) => {
    const parent = under === undefined ? null : categoryNamed(nodes, under)
    checkPlace(nodes, name, parent)
    const path = [...(parent?.path ?? []), name]
    const plain = slugify(path.join(' '))
    const slug = nodes.some((node) => node.slug === plain) ? `${plain}-${shortHash(path.join('\n'))}` : plain
    const id = await store.insertCategory(tx, { name, slug, parent_id: parent?.id ?? null, image_url })
    return findCategory(tx, `#${id}`)
  })
}

/** Changes the columns of a category that `decide` returns. */
const changeCategory = (
  db: Database,
  text: string,
  decide: (category: CategoryNode, nodes: CategoryNode[]) => Partial<store.CategoryRow>,
): Promise<CategoryNode> =>
  changeTree(db, async (tx, nodes) => {
    const category = categoryNamed(nodes, text)
    await store.updateCategory(tx, category.id, decide(category, nodes))
    return findCategory(tx, `#${category.id}`)
  })

/** Renames a category. Its slug stays, so links and coupons stay too. */
export async function renameCategory(
  { db }: Pick<Shop, 'db'>,
  text: string,
  newName: string,
): Promise<CategoryNode> {
  const name = checkName(newName)
  const renamed = await changeCategory(db, text, (category, nodes) => {
    checkPlace(nodes, name, nodes.find(({ id }) => id === category.parent_id) ?? null, category)
    return { name }
  })
  await indexSubtree(db, renamed.id)
  return renamed
}

/**
 * Moves a category, with its sub-categories and products, under another one.
 *
 * @param under id, slug or path of the new parent; null for the top level
 */
export async function moveCategory(
  { db }: Pick<Shop, 'db'>,
  text: string,
  under: string | null,
): Promise<CategoryNode> {
  if (under?.toLowerCase() === 'none') throw new UserError('To move it to the top level, use --top.')
  const moved = await changeCategory(db, text, (category, nodes) => {
    const parent = under === null ? null : categoryNamed(nodes, under)
    if (parent && withinOf(nodes, category).includes(parent))
      throw new UserError(`${category.name} cannot move under itself or one of its sub-categories.`)
    checkPlace(nodes, category.name, parent, category)
    return { parent_id: parent?.id ?? null }
  })
  await indexSubtree(db, moved.id)
  return moved
}

/** Search finds products by the names of their categories: indexes those of a category and of all below it again. */
const indexSubtree = async (db: Database, id: number): Promise<void> =>
  indexInBatches(db, await store.findProductIdsIn(db, await findSubtree(db, id)))

async function indexInBatches(db: Database, ids: number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH)
    await db.transaction((tx) => indexProducts(tx, ids.slice(start, start + BATCH)))
}

/** @param picture file or web address; null removes the picture */
export async function setCategoryPicture(
  shop: Pick<Shop, 'db' | 'media'>,
  text: string,
  picture: string | null,
  fetch?: FetchPicture,
): Promise<CategoryNode> {
  const { id } = await findCategory(shop.db, text)
  const image_url = picture === null ? null : await storePictureFrom(shop, picture, fetch)
  return changeCategory(shop.db, `#${id}`, () => ({ image_url }))
}

/** Puts a category right before or after one of its siblings. */
export async function orderCategory(
  { db }: Pick<Shop, 'db'>,
  text: string,
  to: { before: string } | { after: string },
): Promise<CategoryNode[]> {
  return changeTree(db, async (tx, nodes) => {
    const category = categoryNamed(nodes, text)
    const other = categoryNamed(nodes, 'before' in to ? to.before : to.after)
    if (other.id === category.id || other.parent_id !== category.parent_id)
      throw new UserError(`${category.name} and ${other.name} are not two categories of the same level.`)
    const siblings = nodes.filter(
      ({ id, parent_id }) => id !== category.id && parent_id === category.parent_id,
    )
    const at = siblings.indexOf(other) + ('before' in to ? 0 : 1)
    const ordered = siblings.toSpliced(at, 0, category).map((node, position) => ({ ...node, position }))
    for (const { id, position } of ordered) await store.updateCategory(tx, id, { position })
    return ordered
  })
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
    if (target === category) throw new UserError('The products cannot move to the category you delete.')
    const below = nodes.filter(({ parent_id }) => parent_id === category.id)
    if (below.length > 0)
      throw new UserError(
        `${category.name} has sub-categories: ${below.map(({ name }) => name).join(', ')}. Move or delete them first.`,
      )
    if (category.products > 0 && !target)
      throw new UserError(
        `${category.name} has ${category.products} ${category.products === 1 ? 'product. Move it' : 'products. Move them'} first: --move-products-to CATEGORY.`,
      )
    const coupons = await store.findActiveCouponsOf(tx, category.id)
    if (coupons.length > 0)
      throw new UserError(
        `Coupons for ${category.name} are still active: ${coupons.join(', ')}. End them first.`,
      )
    const moved = target ? await store.moveProducts(tx, category.id, target.id) : []
    await store.deleteCategoryRow(tx, category.id, now())
    return { category, moved }
  })
  await indexInBatches(db, moved)
  return { category, moved: moved.length }
}
