/**
 * Shopify's product CSV, with old or current headings: one row per variant, the product's cells on its first row,
 * further pictures on separate rows. The compare-at price is the MRP.
 */
import { htmlToText } from '../../../acts/cells/clean-text.ts'
import { rejectRow } from './rows.ts'
import tables from './headings.json' with { type: 'json' }
import type { Layout } from './layout.ts'
import { TAX_WORDS } from './plain.ts'

const TRACKER = 'Variant Inventory Tracker, Inventory tracker'

export const shopify: Layout = {
  name: 'shopify',
  recognisedBy: [
    ['Handle', 'Variant Price'],
    ['URL handle', 'Title', 'Price'],
  ],
  isComplete: true,
  ...tables.shopify,
  words: TAX_WORDS!,
  options: { name: 'Option# Name', value: 'Option# Value' },
  texts: { description: htmlToText },
  complete: (row, cell) => {
    const giftCard = cell('Gift Card')
    if (/^(true|yes)$/i.test(giftCard?.text ?? ''))
      return rejectRow(row.line, giftCard, 'A gift card is not sold')
    // It is oversold.
    if (row.fields.stock?.text.startsWith('-')) row.fields.stock = { ...row.fields.stock, text: '0' }
    // A stock that Shopify does not track is not counted.
    if (cell(TRACKER)?.text === '') delete row.fields.stock
    return row
  },
}
