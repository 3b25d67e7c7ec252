/** What becomes of a field that was typed while somebody else stored a change. */
export interface FieldMerge {
  name: string
  theirs: unknown
  mine: unknown
  /** Both have changed it, differently: somebody has to choose. */
  isConflict: boolean
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * Merges field by field: what only one side has changed is taken from that side.
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
      const isConflict = isTheirs && isMine && !isSame(theirs[name], mine[name])
      fields.push({ name, theirs: theirs[name], mine: mine[name], isConflict })
    }
  }
  return { fields, values }
}
