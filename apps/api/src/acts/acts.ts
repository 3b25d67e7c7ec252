/** All that a merchant can do, as the contract's staff side declares it. */
import type { Staff } from '@haat/contract/staff/index'
import type { ActTable } from './act-table.ts'
import { auditActs } from './audit/audit-acts.ts'
import { categoryActs } from './catalogue/categories.ts'
import { productActs, stockActs, variantActs } from './catalogue/product-acts.ts'
import { customerActs } from './customers/customers.ts'
import { deliveryActs } from './delivery/delivery-acts.ts'
import { exportActs } from './exporting/export-shop.ts'
import { findActs } from './find/find.ts'
import { backupActs, importActs, jobActs } from './jobs/jobs.ts'
import { cameraActs } from './pictures/camera.ts'
import { openingActs } from './opening/opening.ts'
import { orderActs, packingActs } from './orders/order-acts.ts'
import { paymentActs } from './payments/payments.ts'
import { pageActs } from './pages/pages.ts'
import { bannerActs, couponActs, dealActs } from './promotions/promotions.ts'
import { reportActs } from './reports/reports.ts'
import { returnActs } from './returns/return-acts.ts'
import { questionActs, reviewActs } from './reviews/review-acts.ts'
import { synonymActs } from './search/synonyms.ts'
import { settingActs } from './settings/settings.ts'
import { memberActs, roleActs } from './staff/staff-acts.ts'
import { todayActs } from './today/today.ts'
import { translationActs } from './translations/translations.ts'
import { viewActs } from './views/views.ts'

export const ACTS: { [Group in keyof Staff]: ActTable<Staff[Group]> } = {
  today: todayActs,
  settings: settingActs,
  delivery: deliveryActs,
  stock: stockActs,
  products: productActs,
  variants: variantActs,
  categories: categoryActs,
  pages: pageActs,
  synonyms: synonymActs,
  translations: translationActs,
  exports: exportActs,
  orders: orderActs,
  returns: returnActs,
  reviews: reviewActs,
  questions: questionActs,
  reports: reportActs,
  banners: bannerActs,
  coupons: couponActs,
  deals: dealActs,
  customers: customerActs,
  staff: memberActs,
  roles: roleActs,
  audit: auditActs,
  imports: importActs,
  jobs: jobActs,
  backups: backupActs,
  opening: openingActs,
  packing: packingActs,
  payments: paymentActs,
  views: viewActs,
  find: findActs,
  camera: cameraActs,
}
