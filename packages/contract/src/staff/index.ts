/** The staff's table of contents: everything that a merchant can do, by group. */
import type { AnyAct } from './act.ts'
import { staffCamera } from './camera.ts'
import { staffCustomers } from './customers.ts'
import { staffBackups, staffImports, staffJobs } from './jobs.ts'
import { staffAudit, staffMembers, staffRoles } from './house.ts'
import { staffBanners, staffCoupons, staffDeals } from './offers.ts'
import { staffDelivery } from './delivery.ts'
import { staffFind } from './find.ts'
import { staffOpening } from './opening.ts'
import { staffOrders } from './orders.ts'
import { staffPacking } from './packing.ts'
import { staffPayments } from './payments.ts'
import { staffProducts, staffStock, staffVariants } from './products.ts'
import { staffExports, staffReports } from './reports.ts'
import { staffReturns } from './returns.ts'
import { staffQuestions, staffReviews } from './reviews.ts'
import { staffCategories, staffPages, staffSettings, staffSynonyms, staffTranslations } from './shop.ts'
import { staffToday } from './today.ts'
import { staffViews } from './views.ts'

export const staff = {
  today: staffToday,
  settings: staffSettings,
  delivery: staffDelivery,
  stock: staffStock,
  products: staffProducts,
  variants: staffVariants,
  categories: staffCategories,
  pages: staffPages,
  synonyms: staffSynonyms,
  translations: staffTranslations,
  exports: staffExports,
  orders: staffOrders,
  returns: staffReturns,
  reviews: staffReviews,
  questions: staffQuestions,
  reports: staffReports,
  banners: staffBanners,
  coupons: staffCoupons,
  deals: staffDeals,
  customers: staffCustomers,
  staff: staffMembers,
  roles: staffRoles,
  audit: staffAudit,
  imports: staffImports,
  jobs: staffJobs,
  backups: staffBackups,
  opening: staffOpening,
  packing: staffPacking,
  payments: staffPayments,
  views: staffViews,
  find: staffFind,
  camera: staffCamera,
}
export type Staff = typeof staff

/** @param id group and name, such as `orders.ship` */
export function actNamed(id: string): AnyAct | undefined {
  const [group = '', name = ''] = id.split('.')
  return (staff as Record<string, Record<string, AnyAct>>)[group]?.[name]
}
