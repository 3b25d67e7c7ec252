/** A file as a stream of product drafts: rows of one product that follow one another are taken together. */
import { type Constants, draftProduct, type ProductDraft } from './draft.ts'
import { type FieldRow, ImportError, isRefusal, type Layout, type Refusal } from './fields.ts'
import { KeyNumbers } from './key-numbers.ts'
import { recogniseLayout } from './layouts/recognise.ts'
import { variantIdentity } from './merge.ts'
import { parsers, type Unit } from './parse-cell.ts'
import { readFeed } from './read-feed.ts'
import { firstBytes, readTable, type Source } from './read-table.ts'

const ROWS_OF_ONE = 2500
const FEED = /^\ufeff?\s*<(\?xml|rss|feed)/

export interface ReadOptions {
  /** `--map`; makes the file a plain table. */
  map?: string | undefined
  constants: Constants
  unit: Unit
  encoding: string
  now: Date
  onBytes: (bytes: number) => void
}

/** What the rows of one product come to. */
export interface ProductRows {
  rows: number
  draft: ProductDraft | null
  refusals: Refusal[]
}

export interface ProductFile {
  layout: Layout
  products: AsyncIterable<ProductRows>
}

/** @throws ImportError */
export async function readProducts(file: string, options: ReadOptions): Promise<ProductFile> {
  const { head } = await firstBytes(file)
  const source = FEED.test(head.toString('utf8'))
    ? readFeed(file, options.onBytes)
    : await readTable(file, options.encoding, options.onBytes)
  const layout = recogniseLayout(source.columns, options.map, options.now)
  return { layout, products: draftsOf(source, layout, options) }
}

async function* draftsOf(source: Source, layout: Layout, options: ReadOptions): AsyncGenerator<ProductRows> {
  const parse = parsers(options.unit)
  const seen = new KeyNumbers()
  for await (const { rows, refusals } of groupsOf(source, layout)) {
    const made = draftProduct(rows, parse, options.constants)
    const draft = made.draft && withoutRepeats(made.draft, seen, made.refusals)
    yield { rows: rows.length + refusals.length, draft, refusals: [...refusals, ...made.refusals] }
  }
}

interface Group {
  rows: FieldRow[]
  /** Rows that cannot even be read. */
  refusals: Refusal[]
}

async function* groupsOf(source: Source, layout: Layout): AsyncGenerator<Group> {
  let group: Group = { rows: [], refusals: [] }
  for await (const row of source.rows) {
    const read = 'misfit' in row ? misfit(row.line, row.misfit) : layout.read(row)
    if (isRefusal(read)) {
      group.refusals.push(read)
      continue
    }
    const [first] = group.rows
    if (first && first.key !== read.key) {
      yield group
      group = { rows: [], refusals: [] }
    }
    group.rows.push(read)
    if (group.rows.length > ROWS_OF_ONE) {
      throw new ImportError(
        `More than ${ROWS_OF_ONE} rows name the product "${read.key}" (line ${read.line}).`,
      )
    }
  }
  yield group
}

const misfit = (line: number, value: string): Refusal => ({
  line,
  column: '',
  value,
  reason: 'The row has more cells than the header: is a quotation mark missing?',
})

/** The product's own fields count where it is named first; a variant that stands twice counts once. */
function withoutRepeats(draft: ProductDraft, seen: KeyNumbers, refusals: Refusal[]): ProductDraft | null {
  const variants = draft.variants.filter((variant) => {
    const identity = variantIdentity(draft.key, variant)
    const line = seen.get(identity)
    if (line === undefined) seen.set(identity, variant.line)
    else {
      const { column, text } = variant.cell
      refusals.push({ line: variant.line, column, value: text, reason: `Repeats line ${line}` })
    }
    return line === undefined
  })
  if (variants.length === 0 && draft.variants.length > 0) return null
  const product = seen.get(`product\n${draft.key}`) === undefined ? draft.product : null
  if (product) seen.set(`product\n${draft.key}`, draft.line)
  return { ...draft, product, variants }
}
