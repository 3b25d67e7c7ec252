/** Looks into the demo shop's shelves, so that no test counts on ids. */

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

const ask = async <T>(url: string): Promise<T> => (await (await fetch(url)).json()) as T

/** The product whose name begins with these words. */
export async function findProduct(url: string, name: string): Promise<DemoProduct> {
  const { products } = await ask<{ products: { id: number; name: string }[] }>(
    `${url}/api/products/search?search=${encodeURIComponent(name)}`,
  )
  const found = products.find((product) => product.name.startsWith(name))
  if (!found) throw new Error(`The demo shop has no ${name}.`)
  return await ask<DemoProduct>(`${url}/api/products/${found.id}`)
}
