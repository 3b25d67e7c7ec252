/** Every screen of the desk: the menu, its keys and the tests read this table. */
import type { Permission } from '@haat/contract/staff/permissions'
import {
  Archive,
  Boxes,
  ChartColumn,
  Download,
  FileUp,
  FileText,
  FolderTree,
  History,
  House,
  Images,
  Languages,
  SearchCheck,
  type LucideIcon,
  MessageSquareText,
  Package,
  PackageCheck,
  Settings,
  Sparkles,
  Tag,
  TicketPercent,
  Timer,
  Undo2,
  UserCog,
  Users,
  Wallet,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import type { Needed, Waiting } from './api/queries.ts'
import { patterns } from './paths.ts'

export interface RouteRow {
  path: string
  Screen: ComponentType
  /** Who may see it; the server asks again. */
  permission: Needed
  /** Its entry in the menu. */
  nav?: {
    label: string
    icon: LucideIcon
    /** After `g`. */
    key: string
    /** Whether it stands in a phone's bottom bar; otherwise it is under More. */
    onPhone: boolean
    /** What of Today waits there: how many stands beside its name. */
    waits?: Waiting
    /** The heading that it stands under; entries of one are neighbours. */
    group?: string
  }
}

const screens = import.meta.glob<Record<string, ComponentType>>('./screens/*-screen.tsx')

/** @param name of the screen's file, whose only export is the screen */
function row(path: string, name: string, permission: Permission | 'own', nav?: RouteRow['nav']): RouteRow {
  const load = async () => {
    const found = Object.values((await screens[`./screens/${name}-screen.tsx`]?.()) ?? {})[0]
    if (!found) throw new Error(`The screen ${name} is missing.`)
    return { default: found }
  }
  return { path, Screen: lazy(load), permission, nav }
}

/** A screen with an entry in the menu, on a phone under More. */
const entry = (
  path: string,
  name: string,
  permission: Permission,
  label: string,
  icon: LucideIcon,
  key: string,
  group?: string,
): RouteRow => row(path, name, permission, { label, icon, key, onPhone: false, ...(group && { group }) })

export const routes: readonly RouteRow[] = [
  row(patterns.today, 'today', 'own', { label: 'Today', icon: House, key: 't', onPhone: true }),
  row(patterns.orders, 'orders', 'orders.read', { label: 'Orders', icon: Package, key: 'o', onPhone: true }),
  row(patterns.packing, 'packing', 'orders.pack', {
    label: 'Packing',
    icon: PackageCheck,
    key: 'g',
    onPhone: true,
  }),
  row(patterns.newOrder, 'order-new', 'orders.create'),
  row(patterns.order, 'order', 'orders.read'),
  row(patterns.returns, 'returns', 'orders.read', {
    ...{ label: 'Returns', icon: Undo2, key: 'l', onPhone: false },
    waits: 'returns_to_decide',
  }),
  row(patterns.payments, 'payments', 'orders.read', {
    ...{ label: 'Payments', icon: Wallet, key: 'n', onPhone: false },
    waits: 'payments_to_confirm',
  }),
  row(patterns.products, 'products', 'products.read', {
    label: 'Products',
    icon: Tag,
    key: 'p',
    onPhone: true,
  }),
  row(patterns.newProduct, 'product-new', 'products.write'),
  row(patterns.productGrid, 'product-grid', 'products.write'),
  row(patterns.product, 'product', 'products.read'),
  row(patterns.stock, 'stock', 'products.read', { label: 'Stock', icon: Boxes, key: 's', onPhone: false }),
  row(patterns.reviews, 'reviews', 'products.read', {
    ...{ label: 'Reviews', icon: MessageSquareText, key: 'v', onPhone: false },
    waits: 'questions_to_answer',
  }),
  entry(patterns.customers, 'customers', 'customers.read', 'Customers', Users, 'c'),
  row(patterns.customer, 'customer', 'customers.read'),
  entry(patterns.reports, 'reports', 'reports.read', 'Reports', ChartColumn, 'r'),
  row(patterns.gst, 'gst', 'reports.read'),
  row(patterns.moneyReport, 'money', 'reports.read'),
  entry(patterns.coupons, 'coupons', 'offers.write', 'Coupons', TicketPercent, 'k', 'Offers'),
  entry(patterns.deals, 'deals', 'offers.write', 'Deals', Timer, 'd', 'Offers'),
  entry(patterns.imports, 'import', 'imports.run', 'Import', FileUp, 'f', 'Shop front'),
  entry(patterns.categories, 'categories', 'products.read', 'Categories', FolderTree, 'a', 'Shop front'),
  entry(patterns.banners, 'banners', 'offers.write', 'Banners', Images, 'b', 'Shop front'),
  entry(patterns.pages, 'pages', 'catalogue.write', 'Pages', FileText, 'e', 'Shop front'),
  row(patterns.page, 'page', 'catalogue.write'),
  entry(patterns.synonyms, 'synonyms', 'catalogue.write', 'Search words', SearchCheck, 'y', 'Shop front'),
  entry(
    patterns.translations,
    'translations',
    'catalogue.write',
    'Translations',
    Languages,
    'j',
    'Shop front',
  ),
  entry(patterns.opening, 'opening', 'settings.write', 'First hour', Sparkles, 'h', 'Set-up'),
  entry(patterns.settings, 'settings', 'settings.write', 'Settings', Settings, 'i', 'Set-up'),
  row(patterns.delivery, 'delivery', 'settings.write'),
  row(patterns.settingGroup, 'settings', 'settings.write'),
  entry(patterns.staff, 'staff', 'staff.write', 'Staff and roles', UserCog, 'm', 'Set-up'),
  entry(patterns.audit, 'audit', 'audit.read', 'Audit', History, 'u', 'Set-up'),
  entry(patterns.backups, 'backups', 'backups.make', 'Backups', Archive, 'w', 'Set-up'),
  entry(patterns.exports, 'exports', 'exports.run', 'Exports', Download, 'x', 'Set-up'),
  row(patterns.account, 'account', 'own'),
]
