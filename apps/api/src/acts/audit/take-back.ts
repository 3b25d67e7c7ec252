/** Takes a change of settings back field by field. */

type Group = Record<string, unknown>

const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Thrown where a field was changed again since. */
class ChangedSince extends Error {}

function takenBack(was: unknown, became: unknown, is: unknown): unknown {
  if (isSame(was, became)) return is
  if (isSame(became, is)) return was
  if (!isGroup(was) || !isGroup(became) || !isGroup(is)) throw new ChangedSince()
  const names = Object.keys({ ...is, ...was })
  return Object.fromEntries(names.map((name) => [name, takenBack(was[name], became[name], is[name])]))
}

/**
 * @param was JSON before the change
 * @param became JSON after it
 * @param is JSON of now
 * @returns the JSON of now without the change; undefined where one of its fields was changed again
 */
export function settingTakenBack(was: string, became: string, is: string): string | undefined {
  if (became === is) return was
  try {
    const [before, after, now] = [was, became, is].map((json): unknown => JSON.parse(json))
    return JSON.stringify(takenBack(before, after, now))
  } catch {
    return undefined
  }
}
