/** `/media/previews/*`: the pictures that messengers show beside a link, drawn once for each content. */
import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { productPreviewPath, shopPreviewPath } from '@haat/contract/link-previews'
import { formatShortRupees } from '@haat/contract/money'
import type { FastifyInstance } from 'fastify'
import { drawingThread } from '../../adapters/drawing-thread.ts'
import { notFound } from '../../http/failure.ts'
import { networkOf } from '../../network.ts'
import { PREVIEW_WORKER } from '../../package-folder.ts'
import type { Shop } from '../../shop.ts'
import { applyDeals } from '../catalog/listing-columns.store.ts'
import { parseMediaName } from '../media/media-urls.ts'
import { readSettings } from '../settings/settings.store.ts'
import { findPreviewed } from './seo.store.ts'

const DRAW_WITHIN_MS = 14_000
const NAME = /^(?:product-([1-9]\d{0,8})|shop)-[a-z0-9]{1,11}\.jpg$/
const A_YEAR = 'public, max-age=31536000, immutable'

/** What a preview shows. */
export interface PreviewDrawing {
  shop_name: string
  /** The product's name or the shop's tagline. */
  title: string
  /** Formatted; null for the shop's own preview. */
  price: string | null
  /** Formatted, if it is above the price. */
  mrp: string | null
  /** The original picture or its path. */
  picture: string | Buffer | null
}

interface Preview {
  /** Its address, which changes with what it shows. */
  path: string
  /** The path of the product's picture. */
  media_url: string | null
  drawing: Omit<PreviewDrawing, 'picture'>
}

const draw = drawingThread(PREVIEW_WORKER)

export async function registerPreviews(app: FastifyInstance, shop: Shop): Promise<void> {
  app.get<{ Params: { name: string } }>('/media/previews/:name', async (request, reply) => {
    const [matched, id] = NAME.exec(request.params.name) ?? []
    const preview =
      matched === undefined ? null : await findPreview(shop, id === undefined ? null : Number(id))
    if (preview === null) throw notFound('Media')
    const { path, media_url, drawing } = preview
    // What is shown has changed since the address was made.
    if (basename(path) !== request.params.name)
      return reply.header('cache-control', 'no-store').redirect(path, 302)
    const base = media_url === null ? null : (parseMediaName(basename(media_url))?.base ?? null)
    const file = await app.pictures.derive(
      `preview-${basename(path)}`,
      base,
      networkOf(request.ip),
      async (picture) => {
        const bytes = await draw(
          { ...drawing, picture } satisfies PreviewDrawing,
          AbortSignal.timeout(DRAW_WITHIN_MS),
        )
        await removeEarlier(app.pictures.cache, `preview-${basename(path)}`)
        return Buffer.from(bytes)
      },
    )
    void reply.header('cache-control', A_YEAR).type('image/jpeg')
    return reply.sendFile(basename(file), app.pictures.cache, { cacheControl: false })
  })
}

/** Removes the previews of earlier contents of the same product, or of the shop. */
async function removeEarlier(folder: string, name: string): Promise<void> {
  const start = name.slice(0, name.lastIndexOf('-') + 1)
  const files = (await readdir(folder)).filter((file) => file.startsWith(start) && file !== name)
  for (const file of files) await rm(join(folder, file), { force: true })
}

/** The preview of a published product, or of the shop. */
async function findPreview({ db, now }: Shop, id: number | null): Promise<Preview | null> {
  const { shop_name, tagline } = await readSettings(db)
  if (id === null) {
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
