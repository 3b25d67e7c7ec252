/** The tree of categories: what stands where, and where one can go. */
import type { ReplyOf } from '@haat/contract/staff/act'
import type { staffCategories } from '@haat/contract/staff/shop'

export type Category = ReplyOf<typeof staffCategories.list>[number]

export interface Place {
  category: Category
  level: number
  above: Category | undefined
  below: Category | undefined
  parent: Category | undefined
}

/** Each category with its neighbours of the same level. @param rows each before its sub-categories */
export function placesOf(rows: readonly Category[]): Place[] {
  return rows.map((category) => {
    const siblings = rows.filter(({ parent_id }) => parent_id === category.parent_id)
    const at = siblings.indexOf(category)
    return {
      category,
      level: category.path.split(' > ').length - 1,
      above: siblings[at - 1],
      below: siblings[at + 1],
      parent: rows.find(({ id }) => id === category.parent_id),
    }
  })
}

export type Move = 'up' | 'down' | 'in' | 'out'

/** What changes for a move, or null where there is no room. */
export function moveOf({ above, below, parent }: Place, move: Move): Record<string, string> | null {
  const key = (category: Category) => String(category.id)
  if (move === 'up') return above ? { before: key(above) } : null
  if (move === 'down') return below ? { after: key(below) } : null
  // Below the one that stands above, as the last.
  if (move === 'in') return above ? { under: key(above) } : null
  if (!parent) return null
  return { under: parent.parent_id === null ? 'none' : String(parent.parent_id), after: key(parent) }
}

/** What changes for a drop: it stands beside the other, on the same level. Null for a drop into itself. */
export function dropOf({ category }: Place, over: Place, isDown: boolean): Record<string, string> | null {
  const { id, parent_id, path } = over.category
  if (path.startsWith(`${category.path} > `)) return null
  const set = { [isDown ? 'after' : 'before']: String(id) }
  if (parent_id === category.parent_id) return set
  return { ...set, under: parent_id === null ? 'none' : String(parent_id) }
}

export const MOVE_KEYS: Record<string, Move> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

/** Where a category can be put: everywhere but in itself. */
export const placesFor = (category: Category | undefined, rows: readonly Category[]) => [
  { value: 'none', label: 'Top level' },
  ...rows
    .filter(({ path }) => !category || (path !== category.path && !path.startsWith(`${category.path} > `)))
    .map(({ id, path }) => ({ value: String(id), label: path })),
]
