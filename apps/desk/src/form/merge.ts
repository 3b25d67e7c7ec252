/** What becomes of a field that was typed while somebody else stored a change. */
export interface FieldMerge {
  name: string
  theirs: unknown
  mine: unknown
  /** Both have changed it, differently: somebody has to choose. */
  isConflict: boolean
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

type Row = Record<string, unknown> & { id: unknown }

const areRows = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null && 'id' in row)

/** Lists of rows with ids, merged cell by cell; null where both have changed one cell, or one has removed what the other changed. */
function mergeRows(before: unknown, theirs: unknown, mine: unknown): Row[] | null {
  if (!areRows(before) || !areRows(theirs) || !areRows(mine)) return null
  const find = (rows: Row[], { id }: Row) => rows.find((row) => id !== null && row.id === id)
  const gone = before.filter((row) => !find(theirs, row) || !find(mine, row))
  if (gone.some((row) => [theirs, mine].some((rows) => !isSame(find(rows, row) ?? row, row)))) return null
  const merged: Row[] = []
  for (const row of [...theirs, ...mine.filter(({ id }) => id === null)]) {
    const [old, own] = [find(before, row), find(mine, row)]
    if (old && !own) continue
    const { fields, values } = mergeEdits(old ?? row, row, own ?? row)
    if (fields.some(({ isConflict }) => isConflict)) return null
    merged.push(values)
  }
  return merged
}

/**
 * Merges field by field, and lists of rows cell by cell: what only one side has changed is taken from that side.
 *
 * @returns the fields that somebody has changed, and all values, with mine where both have
 */
export function mergeEdits<Values extends Record<string, unknown>>(
  before: Values,
  theirs: Values,
  mine: Values,
) {
  const fields: FieldMerge[] = []
  const values = { ...theirs }
  for (const name of Object.keys(mine) as (keyof Values & string)[]) {
    const isTheirs = !isSame(theirs[name], before[name])
    const isMine = !isSame(mine[name], before[name])
    if (isMine) values[name] = mine[name]
    if (isTheirs || isMine) {
      const isBoth = isTheirs && isMine && !isSame(theirs[name], mine[name])
      const rows = isBoth && mergeRows(before[name], theirs[name], mine[name])
      if (rows) values[name] = rows as Values[typeof name]
      fields.push({ name, theirs: theirs[name], mine: mine[name], isConflict: isBoth && !rows })
    }
  }
  return { fields, values }
}
