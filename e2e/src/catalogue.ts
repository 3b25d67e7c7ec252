/** Finds products of the demo shop by name, so that tests need no ids. */

interface Media {
  media_type: string
  media_url: string
  video_source: string | null
}

export interface DemoVariant {
  id: number
  price: number
  mrp: number | null
  stock: number
  color: string | null
  size: string | null
  variant_name: string | null
  media: Media[]
}

export interface DemoProduct {
  id: number
  name: string
  variant_id: number
  variants: DemoVariant[]
  media: Media[]
}

const fetchJson = async <T>(url: string): Promise<T> => (await (await fetch(url)).json()) as T

/** The product whose name starts with `name`. */
export async function findProduct(url: string, name: string): Promise<DemoProduct> {
  const { products } = await fetchJson<{ products: { id: number; name: string }[] }>(
    `${url}/api/products/search?search=${encodeURIComponent(name)}`,
  )
  const match = products.find((product) => product.name.startsWith(name))
  if (!match) throw new Error(`The demo shop has no ${name}.`)
  return await fetchJson<DemoProduct>(`${url}/api/products/${match.id}`)
}
