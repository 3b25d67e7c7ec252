/** What the options of a variant say, such as "Shade: Blue" or "Logo: Yes". */
import type { Cell, Cells } from './rows.ts'

const COLOUR = /^(colou?rs?|shades?)$/i
const SIZE = /^(sizes?|shoe size)$/i
const NO = /^(no|n|false|none)$/i
const YES = /^(yes|y|true)$/i

/**
 * Colour and size are fields, the other values form the variant's name. Of a yes-or-no option the name is shown, and
 * only for yes.
 */
export function optionCells(values: Cell[], names: string[]): Cells {
  const cells: Cells = {}
  const rest: Cell[] = []
  for (const [at, cell] of values.entries()) {
    const name = names[at] ?? ''
    if (cell.text === '' || (/^title$/i.test(name) && /^default title$/i.test(cell.text))) continue
    if (COLOUR.test(name) && !cells.color) cells.color = cell
    else if (SIZE.test(name) && !cells.size) cells.size = cell
    else if (YES.test(cell.text)) rest.push({ ...cell, text: name })
    else if (!NO.test(cell.text)) rest.push(cell)
  }
  const [first] = rest
  if (first) cells.variant_name = { ...first, text: rest.map(({ text }) => text).join(' / ') }
  return cells
}
