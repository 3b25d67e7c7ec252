/** `haat categories`. */
import type { Command } from 'commander'
import { print, withShop } from '../command.ts'
import { UserError } from '../user-error.ts'
import {
  addCategory,
  type CategoryNode,
  deleteCategory,
  listCategories,
  moveCategory,
  orderCategory,
  renameCategory,
  setCategoryPicture,
} from './categories.ts'

const CATEGORY = 'id, slug, or path such as "Footwear > Running"'

interface JsonOption {
  json?: boolean
}

export function registerCategories(program: Command): void {
  const categories = program.command('categories').description('list and change the tree of categories')
  categories
    .command('list')
    .description('list all categories with their number of products, hidden ones included')
    .option('--json', 'print JSON')
    .action(async ({ json }: JsonOption) => {
      print(await withShop(({ db }) => listCategories(db)), json, treeText)
    })
  categories
    .command('add')
    .description('add a category')
    .argument('<name>', 'name of the new category')
    .option('--under <category>', `its parent: ${CATEGORY}`)
    .option('--picture <file or address>', 'a PNG, JPEG, WebP or AVIF picture')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  haat categories add Running --under Footwear')
    .action(async (name: string, { json, ...options }: JsonOption & { under?: string; picture?: string }) => {
      const added = await withShop((shop) => addCategory(shop, { name, ...options }))
      print(added, json, (node) => `Added ${pathOf(node)} (#${node.id}).`)
    })
  categories
    .command('rename')
    .description('rename a category; its slug stays')
    .argument('<category>', CATEGORY)
    .argument('<name>', 'new name')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nA file that you import later and that has the old name creates the old category again.\n\nExample:\n  haat categories rename sneakers "Sports Shoes"',
    )
    .action(async (text: string, name: string, { json }: JsonOption) => {
      const renamed = await withShop((shop) => renameCategory(shop, text, name))
      print(renamed, json, (node) => `The category is now called ${pathOf(node)}.`)
    })
  registerMove(categories)
  registerPicture(categories)
  registerOrder(categories)
  registerDelete(categories)
}

const pathOf = ({ path }: CategoryNode): string => path.join(' > ')

function registerMove(categories: Command): void {
  categories
    .command('move')
    .description('move a category with its sub-categories and products')
    .argument('<category>', CATEGORY)
    .option('--under <category>', 'the new parent')
    .option('--top', 'move it to the top level')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  haat categories move running --under footwear\n  haat categories move running --top',
    )
    .action(async (text: string, { under, top, json }: JsonOption & { under?: string; top?: boolean }) => {
      if ((under === undefined) === (top === undefined)) throw new UserError('Give either --under or --top.')
      const moved = await withShop((shop) => moveCategory(shop, text, under ?? null))
      print(moved, json, (node) => `Moved: ${pathOf(node)}.`)
    })
}

function registerPicture(categories: Command): void {
  categories
    .command('picture')
    .description('set the picture of a category, or remove it')
    .argument('<category>', CATEGORY)
    .argument('[file or address]', 'a PNG, JPEG, WebP or AVIF picture')
    .option('--remove', 'remove the picture')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  haat categories picture footwear shoes.jpg')
    .action(
      async (
        text: string,
        picture: string | undefined,
        { remove, json }: JsonOption & { remove?: boolean },
      ) => {
        if ((picture === undefined) === (remove === undefined))
          throw new UserError('Give either a picture or --remove.')
        const changed = await withShop((shop) => setCategoryPicture(shop, text, picture ?? null))
        print(
          changed,
          json,
          (node) => `${pathOf(node)} has ${node.image_url === null ? 'no picture' : 'a new picture'}.`,
        )
      },
    )
}

function registerOrder(categories: Command): void {
  categories
    .command('order')
    .description('put a category before or after another category at the same level')
    .argument('<category>', CATEGORY)
    .option('--before <category>', 'put it before this category')
    .option('--after <category>', 'put it after this category')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  haat categories order running --before walking')
    .action(
      async (text: string, { before, after, json }: JsonOption & { before?: string; after?: string }) => {
        if ((before === undefined) === (after === undefined))
          throw new UserError('Give either --before or --after.')
        const to = before === undefined ? { after: after! } : { before }
        const ordered = await withShop((shop) => orderCategory(shop, text, to))
        print(ordered, json, (nodes) => `The order is now: ${nodes.map(({ name }) => name).join(', ')}.`)
      },
    )
}

function registerDelete(categories: Command): void {
  categories
    .command('delete')
    .description('delete a category that has no sub-categories')
    .argument('<category>', CATEGORY)
    .option('--move-products-to <category>', 'the new category of its products')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  haat categories delete sandals --move-products-to footwear')
    .action(async (text: string, { moveProductsTo, json }: JsonOption & { moveProductsTo?: string }) => {
      const deleted = await withShop((shop) => deleteCategory(shop, text, moveProductsTo))
      print(deleted, json, ({ category, moved }) =>
        moved === 0
          ? `Deleted ${pathOf(category)}.`
          : `Deleted ${pathOf(category)} and moved its ${moved} products.`,
      )
    })
}

function treeText(nodes: CategoryNode[]): string {
  if (nodes.length === 0) return 'There are no categories.'
  return nodes
    .map(({ id, path, slug, all_products, image_url }) => {
      const count = `${all_products} ${all_products === 1 ? 'product' : 'products'}`
      return `${'  '.repeat(path.length - 1)}${path.at(-1)}: ${count} (#${id}, ${slug}${image_url === null ? ', no picture' : ''})`
    })
    .join('\n')
}
