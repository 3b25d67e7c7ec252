/** The work of the merchant's tools that the server does by itself. It uses no others of them. */
import type { Shop } from '../shop.ts'
import type { DemoLogin } from './seeding/seed-shop.ts'

export { backUpWhenDue, readSchedule } from './backup/scheduled-backup.ts'
export type { DemoLogin } from './seeding/seed-shop.ts'

/** Fills an empty shop with the demo, whose data are loaded on demand: they are large and needed once. */
export async function seedDemo(shop: Shop): Promise<DemoLogin[] | null> {
  const demo = await import('./seeding/seed-shop.ts')
  return demo.seedDemo(shop)
}
