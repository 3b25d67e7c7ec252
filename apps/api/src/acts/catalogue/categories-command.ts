/** `haat categories`. */
import type { Command } from 'commander'
import { parsePairs } from '../../merchant/arguments.ts'
import { addCommand } from '../../merchant/command.ts'
import { type CategoryNode, deleteCategory, listCategories, saveCategory } from './categories.ts'

const CATEGORY = 'id, slug, or path such as "Footwear > Running"'
const FIELDS = ['name', 'under', 'before', 'after', 'picture'] as const

const SET_HELP = `Fields: name; under, the parent (none: top level); before or after, a category of the same level; picture, a PNG,
JPEG, WebP or AVIF file or its address (none removes it). The slug stays. A file that you import later and that has the
old name creates the old category again.

Examples:
  haat categories set sneakers "name=Sports Shoes" picture=shoes.jpg
  haat categories set running under=footwear before=walking`

export function registerCategories(program: Command): void {
  const categories = program.command('categories').description('list and change the tree of categories')
  addCommand(categories, {
    name: 'list',
    description: 'list all categories with their number of products, hidden ones included',
    run: ({ db }) => listCategories(db),
    text: treeText,
    json: true,
  })
  addCommand(categories, {
    name: 'add',
    description: 'add a category',
    args: {
      '<name>': 'name of the new category',
      '[field=value...]': `such as under=CATEGORY: ${CATEGORY}; fields: see haat categories set`,
    },
    help: 'Example:\n  haat categories add Running under=footwear',
    run: (shop, _, name, ...pairs) => saveCategory(shop, null, { ...parsePairs(pairs, FIELDS), name }),
    text: (added) => `Added ${pathOf(added)} (#${added.id}).`,
  })
  addCommand(categories, {
    name: 'set',
    description: 'rename or move a category, or change its place or picture',
    args: { '<category>': CATEGORY, '<field=value...>': 'what to change' },
    help: SET_HELP,
    run: (shop, _, category, ...pairs) => saveCategory(shop, category, parsePairs(pairs, FIELDS)),
    text: (changed) => `Changed ${pathOf(changed)} (#${changed.id}).`,
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
