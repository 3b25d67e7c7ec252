/** Google Merchant feeds, as TSV or XML: rows with the same item_group_id are variants of one product. */
import { htmlToText, plainLine } from '../../../acts/cells/clean-text.ts'
import tables from './headings.json' with { type: 'json' }
import type { Layout } from './layout.ts'

export const google: Layout = {
  name: 'google',
  recognisedBy: [['id', 'title', 'availability', 'price']],
  isComplete: true,
  ...tables.google,
  joins: { images: '\n', variant_name: ' / ' },
  availability: 'availability',
  texts: { description: htmlToText, category: firstPath },
}

/** The first path of product_type, which may list several. A number names a category of Google's. */
function firstPath(text: string): string {
  const [path = ''] = plainLine(text.split('\n')[0] ?? '').split(/,(?=[^>]*>)/)
  return /^\d+$/.test(path) ? '' : path
}
