import type { Cell, Field } from '../fields.ts'

const COLOUR = /^(colou?rs?|shades?)$/i
const SIZE = /^(sizes?|shoe size)$/i

/**
 * What a shopper chooses by: colour and size have fields of their own, everything else makes the variant's name.
 *
 * @param options the columns that hold the choices, with the choice's name
 */
export function optionFields(options: { name: string; cell: Cell }[]): Partial<Record<Field, Cell>> {
  const fields: Partial<Record<Field, Cell>> = {}
  const rest: Cell[] = []
  for (const { name, cell } of options) {
    if (cell.text.trim() === '' || (/^title$/i.test(name) && /^default title$/i.test(cell.text))) continue
    if (COLOUR.test(name.trim()) && !fields.color) fields.color = cell
    else if (SIZE.test(name.trim()) && !fields.size) fields.size = cell
    else rest.push(cell)
  }
  const [first] = rest
  if (first) fields.variant_name = { column: first.column, text: rest.map((cell) => cell.text).join(' / ') }
  return fields
}

/** `1` where the price is below the MRP: what foreign shops call being on sale. */
export function onSale(price: Cell | undefined, mrp: Cell | undefined): Cell | undefined {
  if (!price || !mrp) return undefined
  const [now, before] = [price, mrp].map((cell) => Number(cell.text.replaceAll(/[^\d.]/g, '')))
  return { column: mrp.column, text: (before ?? 0) > (now ?? 0) ? '1' : '0' }
}
