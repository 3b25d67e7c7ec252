/** Finds products of the demo shop by name, so that tests need no ids. */
import { setTimeout as delay } from 'node:timers/promises'

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

/** The shop's answer. */
export async function fetchJson<T>(url: string, init: RequestInit = {}): Promise<T> {
  const reply = await fetch(url, init)
  // On a busy machine a shop asks its callers to come again.
  if (reply.status === 503) return delay(1000).then(() => fetchJson(url, init))
  if (!reply.ok) throw new Error(`${init.method ?? 'GET'} ${url}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as T
}

/** The product whose name starts with `name`. */
export async function findProduct(url: string, name: string): Promise<DemoProduct> {
  const { products } = await fetchJson<{ products: { id: number; name: string }[] }>(
    `${url}/api/products/search?search=${encodeURIComponent(name)}`,
  )
  const match = products.find((product) => product.name.startsWith(name))
  if (!match) throw new Error(`The demo shop has no ${name}.`)
  return await fetchJson<DemoProduct>(`${url}/api/products/${match.id}`)
}
