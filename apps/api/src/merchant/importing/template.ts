/** The sheet that a merchant fills in for the first products. */
import { stringify } from 'csv-stringify/sync'
import { BYTE_ORDER_MARK } from '../../acts/cells/columns.ts'
import { EXAMPLE_NAME } from './layouts/layout-reader.ts'

const COLUMNS = `Name,Price,MRP,Stock,Category,GST rate,HSN code,Country of origin,Brand,Colour,Size,SKU,Photo,Description`

/** What the columns are for. Import leaves these rows out, so they may stay. */
const EXAMPLES = [
  ['Steel bottle 1 l', '499', '649', '20', 'Kitchen > Bottles', '18', '7323', 'India', 'Kaveri'],
  ['Cotton T-shirt', '399', '599', '8', 'Clothing', '5', '6109', 'India', '', 'Blue', 'M', 'TEE-BLUE-M'],
  ['Cotton T-shirt', '399', '599', '6', 'Clothing', '5', '6109', 'India', '', 'Blue', 'L', 'TEE-BLUE-L'],
]

/** A CSV file that import reads as it is. */
export function importTemplate(): string {
  const headings = COLUMNS.split(',')
  const rows = EXAMPLES.map(([name, ...cells]) =>
    headings.map((_, at) => (at === 0 ? EXAMPLE_NAME + name : (cells[at - 1] ?? ''))),
  )
  return BYTE_ORDER_MARK + stringify([headings, ...rows]).trimEnd()
}
