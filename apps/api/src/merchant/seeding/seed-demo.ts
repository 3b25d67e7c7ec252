/** Fills an empty shop with the demo: once, on the first start, in one transaction. */
import { copyFile, writeFile } from 'node:fs/promises'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ASSETS, demoShop, drawPicture, type DemoMedia, type DemoPicture } from '@haat/seed'
import type { Shop } from '../../shop.ts'
import { hashPassword } from '../../features/auth/password.ts'
import { refreshListings } from '../../features/catalog/listing-columns.store.ts'
import { rebuildIndex } from '../../features/search/search-index.store.ts'
import { storePage } from '../../features/settings/settings.store.ts'
import { DEFAULT_PAGES, DEFAULT_SETTINGS } from '../../features/settings/default-settings.ts'
import { writeSettings } from '../../features/settings/shop-settings.ts'
import { writeDemoShop } from './demo.store.ts'
import { isInitialised, markInitialised } from '../setup/shop-state.store.ts'

/**
 * Writes the demo shop unless the shop has been initialised. Pictures first: a crash before the commit
 * leaves an empty shop, which the next start fills.
 *
 * @returns whether it wrote
 */
export async function seedDemo({ db, now, config }: Pick<Shop, 'db' | 'now' | 'config'>): Promise<boolean> {
  if (await isInitialised(db)) return false
  await writePictures(join(config.dataDir, 'media'))
  const passwordHashes = new Map<string, string>()
  for (const { email, password } of demoShop.customers)
    passwordHashes.set(email, await hashPassword(password))
  return db.transaction(async (tx) => {
    if (await isInitialised(tx)) return false
    const frame = { now: now(), settings: DEFAULT_SETTINGS, passwordHashes }
    const ids = await writeDemoShop(tx, demoShop, frame)
    await refreshListings(tx, [...ids.products.values()], frame.now)
    await rebuildIndex(tx)
    await writeSettings(tx, DEFAULT_SETTINGS)
    for (const page of DEFAULT_PAGES) await storePage(tx, page)
    await markInitialised(tx, frame.now)
    return true
  })
}

/** Writes the demo's pictures and films into the media folder. */
export async function writePictures(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const { categories, products, banners } = demoShop
  const media = products.flatMap((product) => [
    ...product.media,
    ...product.variants.flatMap((variant) => variant.media),
  ])
  const drawn: { name: string; picture: DemoPicture }[] = [
    ...categories.map(({ slug, picture }) => ({ name: `category-${slug}`, picture })),
    ...banners,
    ...media.filter((item) => item.media_type === 'image'),
  ]
  for (const { name, picture } of drawn) await writeFile(join(folder, `${name}.svg`), drawPicture(picture))
  for (const name of uploadedVideos(media))
    await copyFile(join(ASSETS, `${name}.mp4`), join(folder, `${name}.mp4`))
}

const uploadedVideos = (media: DemoMedia[]): Set<string> =>
  new Set(
    media.flatMap((item) =>
      item.media_type === 'video' && item.video_source === 'upload' ? [item.name] : [],
    ),
  )
