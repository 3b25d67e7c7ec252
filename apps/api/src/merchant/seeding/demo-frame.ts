import type { ShopSettings } from '@haat/contract/settings'

/** What the writer of the demo shop needs besides the data. */
export interface DemoFrame {
  /** The first start. */
  now: Date
  settings: ShopSettings
  /** Hash of the password of each customer, by e-mail. */
  passwordHashes: Map<string, string>
}

/** Ids of what has been written, by slug; variants by SKU. */
export interface DemoIds {
  categories: Map<string, number>
  products: Map<string, number>
  variants: Map<string, number>
}

/** @throws when the data names something it does not define */
export function idOf(ids: Map<string, number>, slug: string): number {
  const id = ids.get(slug)
  if (id === undefined) throw new Error(`The demo data names "${slug}", which it does not define.`)
  return id
}

export const after = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000)
export const daysBefore = (moment: Date, days: number): Date => after(moment, -days * 86_400)
