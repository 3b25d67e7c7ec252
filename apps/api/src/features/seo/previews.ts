/** `/media/previews/*`: the pictures that messengers show beside a link, drawn once for each content. */
import { basename } from 'node:path'
import { categoryPreviewPath, productPreviewPath, shopPreviewPath } from '@haat/contract/link-previews'
import { formatShortRupees } from '@haat/contract/money'
import type { FastifyInstance } from 'fastify'
import { drawingThread } from '../../adapters/drawing-thread.ts'
import { StorageUnavailable } from '../../adapters/files.ts'
import { folderFiles, type MediaStorage } from '../../adapters/media-storage.ts'
import { notFound } from '../../http/failure.ts'
import { PREVIEW_WORKER } from '../../package-folder.ts'
import type { Shop } from '../../shop.ts'
import { allCategories } from '../catalog/category-tree.ts'
import { applyDeals } from '../catalog/listing-columns.store.ts'
import { parseMediaName, PREVIEWS } from '../media/media-urls.ts'
import { readSettings } from '../settings/settings.store.ts'
import { findPreviewed } from './seo.store.ts'

const DRAW_WITHIN_MS = 14_000
const NAME = /^(?:(product|category)-([1-9]\d{0,8})|shop)-[a-z0-9]{1,11}\.jpg$/
const A_YEAR = 'public, max-age=31536000, immutable'

/** What a preview shows. */
export interface PreviewDrawing {
  shop_name: string
  /** The name of the product or category, or the shop's tagline. */
  title: string
  /** Of a product, formatted; otherwise null. */
  price: string | null
  /** Formatted, if it is above the price. */
  mrp: string | null
  /** The original picture or its path. */
  picture: string | Buffer | null
}

interface Preview {
  /** Its address, which changes with what it shows. */
  path: string
  /** The path of the picture of the product or category. */
  media_url: string | null
  drawing: Omit<PreviewDrawing, 'picture'>
}

const draw = drawingThread(PREVIEW_WORKER)

export async function registerPreviews(app: FastifyInstance, shop: Shop): Promise<void> {
  app.get<{ Params: { name: string } }>('/media/previews/:name', async (request, reply) => {
    const [matched, kind, id] = NAME.exec(request.params.name) ?? []
    const preview = matched === undefined ? null : await findPreview(shop, kind, Number(id))
    if (preview === null) throw notFound('Media')
    const { path, media_url, drawing } = preview
    // What is shown has changed since the address was made.
    if (basename(path) !== request.params.name)
      return reply.header('cache-control', 'no-store').redirect(path, 302)
    const base = media_url === null ? null : (parseMediaName(basename(media_url))?.base ?? null)
    const file = await app.pictures.derive(`${PREVIEWS}${basename(path)}`, base, async (picture) => {
      const bytes = await draw(
        { ...drawing, picture } satisfies PreviewDrawing,
        AbortSignal.timeout(DRAW_WITHIN_MS),
      )
      await removeEarlier(shop.media, `${PREVIEWS}${basename(path)}`)
      return Buffer.from(bytes)
    })
    void reply.header('cache-control', A_YEAR).type('image/jpeg')
    return reply.sendFile(basename(file), app.pictures.cache, { cacheControl: false })
  })
}

/** Removes the previews of earlier contents of the same product, or of the shop, here and in the bucket. */
async function removeEarlier({ sizes }: MediaStorage, name: string): Promise<void> {
  const start = name.slice(0, name.lastIndexOf('-') + 1)
  try {
    const names = new Set([...(await folderFiles(sizes.folder).list(start)), ...(await sizes.list(start))])
    names.delete(name)
    for (const earlier of names) await sizes.delete(earlier)
  } catch (error) {
    // The next preview of this product removes them.
    if (!(error instanceof StorageUnavailable)) throw error
  }
}

/** The preview of a published product, of a category with a picture, or of the shop. */
async function findPreview({ db, now }: Shop, kind: string | undefined, id: number): Promise<Preview | null> {
  const { shop_name, tagline } = await readSettings(db)
  if (kind === 'category') {
    const category = (await allCategories(db)).find((one) => one.id === id)
    if (!category?.image_url) return null
    const { name, image_url } = category
    const drawing = { shop_name, title: name, price: null, mrp: null }
    return { path: categoryPreviewPath(category, { shop_name }), media_url: image_url, drawing }
  }
  if (kind === undefined) {
    const drawing = { shop_name, title: tagline, price: null, mrp: null }
    return { path: shopPreviewPath({ shop_name, tagline }), media_url: null, drawing }
  }
  await applyDeals(db, now())
  const product = await findPreviewed(db, id)
  if (product === undefined) return null
  const { name, price, mrp, media_url } = product
  const before = mrp !== null && mrp > price ? formatShortRupees(mrp) : null
  const drawing = { shop_name, title: name, price: formatShortRupees(price), mrp: before }
  return { path: productPreviewPath(product, { shop_name, tagline }), media_url, drawing }
}
