/** Writes the demo shop's rows. Everything references by slug in the data and by id in the database. */
import type { DemoMedia, DemoProduct, DemoShop } from '@haat/seed'
import type { Tx } from '../../db/database.ts'
import { pictureUrl, videoUrl } from '../../features/media/media-urls.ts'
import { type DemoFrame, type DemoIds, idOf, after, daysBefore } from './demo-frame.ts'
import { writeCustomer } from './demo-customers.store.ts'

/** Writes everything and returns the ids. */
export async function writeDemoShop(tx: Tx, demo: DemoShop, frame: DemoFrame): Promise<DemoIds> {
  const ids: DemoIds = { categories: new Map(), products: new Map(), variants: new Map() }
  await writeCategories(tx, demo, ids)
  await writeProducts(tx, demo, ids, frame.now)
  await writeBanners(tx, demo, ids)
  await writeDeals(tx, demo, ids, frame.now)
  await writeCoupons(tx, demo, ids, frame.now)
  for (const customer of demo.customers) await writeCustomer(tx, demo, ids, customer, frame)
  return ids
}

async function writeCategories(tx: Tx, demo: DemoShop, ids: DemoIds): Promise<void> {
  for (const [position, category] of demo.categories.entries()) {
    const [row] = await tx
      .insert(tx.tables.categories)
      .values({
        slug: category.slug,
        name: category.name,
        image_url: pictureUrl(`category-${category.slug}`),
        parent_id: category.parent === undefined ? null : idOf(ids.categories, category.parent),
        position,
      })
      .returning()
    ids.categories.set(category.slug, row!.id)
  }
}

async function writeProducts(tx: Tx, demo: DemoShop, ids: DemoIds, now: Date): Promise<void> {
  for (const product of demo.products) {
    const { slug, name, brand, short_description, description, hsn, gst_rate, country_of_origin, rating } =
      product
    const { is_new_arrival, is_featured, is_on_sale } = product
    const [row] = await tx
      .insert(tx.tables.products)
      .values({
        ...{ slug, name, brand, short_description, description, hsn, gst_rate, country_of_origin, rating },
        ...{ is_new_arrival, is_featured, is_on_sale },
        category_id: idOf(ids.categories, product.category),
        created_at: daysBefore(now, product.age_days),
      })
      .returning()
    ids.products.set(slug, row!.id)
    await writeVariants(tx, product, row!.id, ids)
  }
}

async function writeVariants(tx: Tx, product: DemoProduct, product_id: number, ids: DemoIds): Promise<void> {
  for (const [position, { media, ...variant }] of product.variants.entries()) {
    const [row] = await tx
      .insert(tx.tables.variants)
      .values({ ...variant, product_id, position })
      .returning()
    ids.variants.set(variant.sku, row!.id)
    await writeMedia(tx, media, product_id, row!.id)
  }
  await writeMedia(tx, product.media, product_id, null)
}

async function writeMedia(
  tx: Tx,
  media: DemoMedia[],
  product_id: number,
  variant_id: number | null,
): Promise<void> {
  if (media.length === 0) return
  await tx.insert(tx.tables.media).values(
    media.map((item, position) => ({
      product_id,
      variant_id,
      media_type: item.media_type,
      position,
      ...addressOf(item),
    })),
  )
}

/** Where a picture or film is, as its row says it. */
export function addressOf(item: DemoMedia) {
  if (item.media_type === 'image')
    return { media_url: pictureUrl(item.name), video_source: null, alt: item.alt }
  return item.video_source === 'upload'
    ? { media_url: videoUrl(item.name), video_source: 'upload', alt: '' }
    : { media_url: item.youtube_id, video_source: 'youtube', alt: '' }
}

async function writeBanners(tx: Tx, demo: DemoShop, ids: DemoIds): Promise<void> {
  for (const [position, banner] of demo.banners.entries()) {
    const { link } = banner
    await tx.insert(tx.tables.banners).values({
      banner_name: banner.banner_name,
      banner_image: pictureUrl(banner.name),
      link:
        link.to === 'category' ? `/category-page?category=${idOf(ids.categories, link.slug)}` : `/${link.to}`,
      position,
    })
  }
}

async function writeDeals(tx: Tx, demo: DemoShop, ids: DemoIds, now: Date): Promise<void> {
  for (const { product, name, description, deal_price, starts_in, ends_in, is_active } of demo.deals) {
    await tx.insert(tx.tables.deals).values({
      ...{ name, description, deal_price, is_active },
      product_id: idOf(ids.products, product),
      start_date: after(now, starts_in),
      end_date: after(now, ends_in),
    })
  }
}

async function writeCoupons(tx: Tx, demo: DemoShop, ids: DemoIds, now: Date): Promise<void> {
  for (const { starts_in, ends_in, category, ...coupon } of demo.coupons) {
    await tx.insert(tx.tables.coupons).values({
      ...coupon,
      starts_at: starts_in === null ? null : after(now, starts_in),
      ends_at: ends_in === null ? null : after(now, ends_in),
      category_id: category === undefined ? null : idOf(ids.categories, category),
    })
  }
}
