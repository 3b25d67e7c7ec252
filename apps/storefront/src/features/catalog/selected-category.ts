const idOf = (category: object): number | undefined => {
  const { id, category_id, _id } = category as Record<string, unknown>
  const value = Number(id ?? category_id ?? _id)
  return Number.isInteger(value) && value > 0 ? value : undefined
}

/** The category in a link's navigation state (`selectedCategory`), whichever of its ids it carries; null without. */
export function readSelectedCategory(state: unknown): { id: number; name: string } | null {
  if (typeof state !== 'object' || state === null || !('selectedCategory' in state)) return null
  const category = state.selectedCategory
  if (typeof category !== 'object' || category === null) return null
  const id = idOf(category)
  const name = 'name' in category && typeof category.name === 'string' ? category.name : ''
  return id === undefined ? null : { id, name }
}
