/** Categories with everything below them: what a filter or a coupon for a category covers. */
import type { Reader } from '../../db/database.ts'

/** Ids of each category and all its descendants, by category id. A cycle counts each category once. */
export function subtreesOf(rows: readonly { id: number; parent_id: number | null }[]): Map<number, number[]> {
  const children = Map.groupBy(rows, (row) => row.parent_id)
  return new Map(
    rows.map(({ id }) => {
      const found = new Set([id])
      for (const parent of found) for (const child of children.get(parent) ?? []) found.add(child.id)
      return [id, [...found]]
    }),
  )
}

/** Ids of a category and all its descendants; empty when the category does not exist. */
export async function findSubtree(reader: Reader, id: number): Promise<number[]> {
  const { categories } = reader.tables
  const rows = await reader.select({ id: categories.id, parent_id: categories.parent_id }).from(categories)
  return subtreesOf(rows).get(id) ?? []
}
