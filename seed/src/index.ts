import { join } from 'node:path'
import { categories } from './catalogue/categories.ts'
import { fencing } from './catalogue/fencing.ts'
import { industrialSupplies } from './catalogue/industrial-supplies.ts'
import { kitchenDining } from './catalogue/kitchen-dining.ts'
import { labEquipment } from './catalogue/lab-equipment.ts'
import { medicalFirstAid } from './catalogue/medical-first-aid.ts'
import { officeStationery } from './catalogue/office-stationery.ts'
import { outdoorCamping } from './catalogue/outdoor-camping.ts'
import { personalCare } from './catalogue/personal-care.ts'
import { rescueGear } from './catalogue/rescue-gear.ts'
import { safety } from './catalogue/safety.ts'
import { sneakers } from './catalogue/sneakers.ts'
import { sportsPlay } from './catalogue/sports-play.ts'
import { customers } from './customers.ts'
import { banners, coupons, deals } from './promotions.ts'
import type { DemoShop } from './shape.ts'
import { translations } from './translations.ts'

/** Folder of the videos. A video's file is its `DemoMedia.name` with `.mp4`. */
export const ASSETS = join(import.meta.dirname, '../assets')

export { drawPicture } from './pictures/draw-picture.ts'
export type * from './shape.ts'

export const demoShop: DemoShop = {
  categories,
  products: [
    ...labEquipment,
    ...rescueGear,
    ...sneakers,
    ...personalCare,
    ...fencing,
    ...safety,
    ...industrialSupplies,
    ...medicalFirstAid,
    ...outdoorCamping,
    ...officeStationery,
    ...kitchenDining,
    ...sportsPlay,
  ],
  banners,
  deals,
  coupons,
  customers,
  translations,
}
