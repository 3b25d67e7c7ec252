/** What a card has already told of the product. Amounts in paise. */
export interface Glimpse {
  name: string
  price: number
  mrp: number | null
  media_url: string | null
}

/** The product in a link's navigation state, when it is the one asked for. */
export function readGlimpse(state: unknown, id: number): Glimpse | null {
  if (typeof state !== 'object' || state === null || !('product' in state)) return null
  const product = state.product
  if (typeof product !== 'object' || product === null) return null
  const { id: stated, name, price, mrp, media_url } = product as Record<string, unknown>
  if (stated !== id || typeof name !== 'string' || typeof price !== 'number') return null
  return {
    name,
    price,
    mrp: typeof mrp === 'number' ? mrp : null,
    media_url: typeof media_url === 'string' ? media_url : null,
  }
}
