/** Google Merchant feeds, as TSV or XML: rows with the same item_group_id are variants of one product. */
import { htmlToText, plainLine } from './clean-text.ts'
import type { Layout } from './layout.ts'

export const google: Layout = {
  name: 'google',
  recognisedBy: [['id', 'title', 'availability', 'price']],
  isComplete: true,
  headings: {
    key: ['item_group_id', 'id'],
    name: 'title',
    description: 'description',
    brand: 'brand',
    category: ['product_type', 'google_product_category'],
    images: ['image_link', 'additional_image_link'],
    sku: 'id',
    stock: 'quantity, sell_on_google_quantity',
    color: 'color',
    size: 'size',
    variant_name: ['material', 'pattern'],
    weight: 'shipping_weight',
    length: 'shipping_length',
    breadth: 'shipping_width',
    height: 'shipping_height',
  },
  joins: { images: '\n', variant_name: ' / ' },
  prices: { usual: 'price', sale: 'sale_price', starts: 'sale_price_effective_date' },
  availability: 'availability',
  texts: { description: htmlToText, category: firstPath },
}

/** The first path of product_type, which may list several. A number names a category of Google's. */
function firstPath(text: string): string {
  const [path = ''] = plainLine(text.split('\n')[0] ?? '').split(/,(?=[^>]*>)/)
  return /^\d+$/.test(path) ? '' : path
}
