import { labEquipment } from './catalogue/lab-equipment.ts'
import { sneakers } from './catalogue/sneakers.ts'
import { banners } from './banners.ts'
import { categories } from './categories.ts'
import { coupons } from './coupons.ts'
import { customers } from './customers.ts'
import { deals } from './deals.ts'
import type { DemoShop } from './shape.ts'

export { drawPicture } from './pictures/draw-picture.ts'
export type * from './shape.ts'

export const demoShop: DemoShop = {
  categories,
  products: [...labEquipment, ...sneakers],
  banners,
  deals,
  coupons,
  customers,
}
