import type { DemoMedia, DemoPicture, DemoShop } from '../shape.ts'

function pictureOf(media: DemoMedia): DemoPicture[] {
  return media.media_type === 'image' ? [media.picture] : []
}

/** Every picture of the shop: categories, banners, products and their variants. */
export function picturesOf(shop: DemoShop): DemoPicture[] {
  return [
    ...shop.categories.map((category) => category.picture),
    ...shop.banners.map((banner) => banner.picture),
    ...shop.products.flatMap((product) => [
      ...product.media.flatMap(pictureOf),
      ...product.variants.flatMap((variant) => variant.media.flatMap(pictureOf)),
    ]),
  ]
}

/** The names of all drawings in them, sorted. */
export function pictureDrawings(shop: DemoShop): string[] {
  const names = picturesOf(shop).flatMap((picture) => [picture.drawing, ...(picture.companions ?? [])])
  return [...new Set(names)].toSorted()
}
