/** `haat categories`. */
import type { Command } from 'commander'
import { addCommand } from '../command.ts'
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
const PICTURE = 'a PNG, JPEG, WebP or AVIF picture'

export function registerCategories(program: Command): void {
  const categories = program.command('categories').description('list and change the tree of categories')
  addCommand(categories, {
    name: 'list',
    description: 'list all categories with their number of products, hidden ones included',
    run: ({ db }) => listCategories(db),
    text: treeText,
  })
  addCommand(categories, {
    name: 'add',
    description: 'add a category',
    args: { '<name>': 'name of the new category' },
    options: { '--under <category>': `its parent: ${CATEGORY}`, '--picture <file or address>': PICTURE },
    help: 'Example:\n  haat categories add Running --under Footwear',
    run: (shop, { under, picture }, name) => addCategory(shop, { name, under, picture }),
    text: (added) => `Added ${pathOf(added)} (#${added.id}).`,
  })
  addCommand(categories, {
    name: 'rename',
    description: 'rename a category; its slug stays',
    args: { '<category>': CATEGORY, '<name>': 'new name' },
    help: 'A file that you import later and that has the old name creates the old category again.\n\nExample:\n  haat categories rename sneakers "Sports Shoes"',
    run: (shop, _, category, name) => renameCategory(shop, category, name),
    text: (renamed) => `The category is now called ${pathOf(renamed)}.`,
  })
  addCommand(categories, {
    name: 'move',
    description: 'move a category with its sub-categories and products',
    args: { '<category>': CATEGORY },
    options: { '--under <category>': 'the new parent', '--top': 'move it to the top level' },
    help: 'Examples:\n  haat categories move running --under footwear\n  haat categories move running --top',
    run: (shop, { under, top }, category) => {
      if ((under === undefined) === (top === undefined)) throw new UserError('Give either --under or --top.')
      return moveCategory(shop, category, under ?? null)
    },
    text: (moved) => `Moved: ${pathOf(moved)}.`,
  })
  addCommand(categories, {
    name: 'picture',
    description: 'set the picture of a category, or remove it',
    args: { '<category>': CATEGORY, '[file or address]': PICTURE },
    options: { '--remove': 'remove the picture' },
    help: 'Example:\n  haat categories picture footwear shoes.jpg',
    run: (shop, { remove }, category, picture?: string) => {
      if ((picture === undefined) === (remove === undefined))
        throw new UserError('Give either a picture or --remove.')
      return setCategoryPicture(shop, category, picture ?? null)
    },
    text: (changed) =>
      `${pathOf(changed)} has ${changed.image_url === null ? 'no picture' : 'a new picture'}.`,
  })
  addCommand(categories, {
    name: 'order',
    description: 'put a category before or after another category at the same level',
    args: { '<category>': CATEGORY },
    options: {
      '--before <category>': 'put it before this category',
      '--after <category>': 'put it after this category',
    },
    help: 'Example:\n  haat categories order running --before walking',
    run: (shop, { before, after }, category) => {
      if ((before === undefined) === (after === undefined))
        throw new UserError('Give either --before or --after.')
      return orderCategory(shop, category, before === undefined ? { after: after! } : { before })
    },
    text: (ordered) => `The order is now: ${ordered.map(({ name }) => name).join(', ')}.`,
  })
  addCommand(categories, {
    name: 'delete',
    description: 'delete a category that has no sub-categories',
    args: { '<category>': CATEGORY },
    options: { '--move-products-to <category>': 'the new category of its products' },
    help: 'Example:\n  haat categories delete sandals --move-products-to footwear',
    run: (shop, { moveProductsTo }, category) => deleteCategory(shop, category, moveProductsTo),
    text: ({ category, moved }) =>
      `Deleted ${pathOf(category)}${moved === 0 ? '' : ` and moved its ${moved} products`}.`,
  })
}

const pathOf = ({ path }: CategoryNode): string => path.join(' > ')

function treeText(nodes: CategoryNode[]): string {
  if (nodes.length === 0) return 'There are no categories.'
  return nodes
    .map(({ id, path, slug, all_products, image_url }) => {
      const count = `${all_products} ${all_products === 1 ? 'product' : 'products'}`
      return `${'  '.repeat(path.length - 1)}${path.at(-1)}: ${count} (#${id}, ${slug}${image_url === null ? ', no picture' : ''})`
    })
    .join('\n')
}
