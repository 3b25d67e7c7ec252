/** Amazon's flat files, whose products are a parent row and its children, and its report of listings. */
import type { Layout } from './layout.ts'
import { plain } from './plain.ts'

export const amazon: Layout = {
  ...plain,
  name: 'amazon',
  recognisedBy: [
    ['Parentage', 'Parent SKU'],
    ['parent_child', 'parent_sku'],
    ['Parentage Level', 'Parent SKU'],
    ['seller-sku', 'item-name', 'listing-id'],
  ],
  headings: {
    ...plain.headings,
    key: ['Parent SKU', 'Seller SKU, item_sku, SKU'],
    description: 'product description, item-description',
  },
  complete: (row, cell) => {
    const isParent = /^parent$/i.test(cell('Parentage, parent_child, Parentage Level')?.text ?? '')
    return isParent ? { ...row, hasVariant: false } : row
  },
}
