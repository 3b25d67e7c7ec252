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
    onPhone?: boolean
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

type Nav = NonNullable<RouteRow['nav']>

/** A screen with an entry in the menu. */
const entry = (
  path: string,
  name: string,
  permission: Permission | 'own',
  label: string,
  icon: LucideIcon,
  key: string,
  more: Omit<Nav, 'label' | 'icon' | 'key'> = {},
): RouteRow => row(path, name, permission, { label, icon, key, ...more })

const OFFERS = { group: 'Offers' }
const FRONT = { group: 'Shop front' }
const SET_UP = { group: 'Set-up' }
const ON_PHONE = { onPhone: true }

export const routes: readonly RouteRow[] = [
  entry(patterns.today, 'today', 'own', 'Today', House, 't', ON_PHONE),
  entry(patterns.orders, 'orders', 'orders.read', 'Orders', Package, 'o', ON_PHONE),
  entry(patterns.packing, 'packing', 'orders.pack', 'Packing', PackageCheck, 'g', ON_PHONE),
  row(patterns.newOrder, 'order-new', 'orders.create'),
  row(patterns.order, 'order', 'orders.read'),
  entry(patterns.returns, 'returns', 'orders.read', 'Returns', Undo2, 'l', { waits: 'returns_to_decide' }),
  entry(patterns.payments, 'payments', 'orders.read', 'Payments', Wallet, 'n', {
    waits: 'payments_to_confirm',
  }),
  entry(patterns.products, 'products', 'products.read', 'Products', Tag, 'p', ON_PHONE),
  row(patterns.newProduct, 'product-new', 'products.write'),
  row(patterns.productGrid, 'product-grid', 'products.write'),
  row(patterns.product, 'product', 'products.read'),
  entry(patterns.stock, 'stock', 'products.read', 'Stock', Boxes, 's'),
  entry(patterns.reviews, 'reviews', 'products.read', 'Reviews', MessageSquareText, 'v', {
    waits: 'questions_to_answer',
  }),
  entry(patterns.customers, 'customers', 'customers.read', 'Customers', Users, 'c'),
  row(patterns.customer, 'customer', 'customers.read'),
  entry(patterns.reports, 'reports', 'reports.read', 'Reports', ChartColumn, 'r'),
  row(patterns.gst, 'gst', 'reports.read'),
  row(patterns.moneyReport, 'money', 'reports.read'),
  entry(patterns.coupons, 'coupons', 'offers.write', 'Coupons', TicketPercent, 'k', OFFERS),
  entry(patterns.deals, 'deals', 'offers.write', 'Deals', Timer, 'd', OFFERS),
  entry(patterns.imports, 'import', 'imports.run', 'Import', FileUp, 'f', FRONT),
  entry(patterns.categories, 'categories', 'products.read', 'Categories', FolderTree, 'a', FRONT),
  entry(patterns.banners, 'banners', 'offers.write', 'Banners', Images, 'b', FRONT),
  entry(patterns.pages, 'pages', 'catalogue.write', 'Pages', FileText, 'e', FRONT),
  row(patterns.page, 'page', 'catalogue.write'),
  entry(patterns.synonyms, 'synonyms', 'catalogue.write', 'Search words', SearchCheck, 'y', FRONT),
  entry(patterns.translations, 'translations', 'catalogue.write', 'Translations', Languages, 'j', FRONT),
  entry(patterns.opening, 'opening', 'settings.write', 'First hour', Sparkles, 'h', SET_UP),
  entry(patterns.settings, 'settings', 'settings.write', 'Settings', Settings, 'i', SET_UP),
  row(patterns.delivery, 'delivery', 'settings.write'),
  row(patterns.settingGroup, 'settings', 'settings.write'),
  entry(patterns.staff, 'staff', 'staff.write', 'Staff and roles', UserCog, 'm', SET_UP),
  entry(patterns.audit, 'audit', 'audit.read', 'Audit', History, 'u', SET_UP),
  entry(patterns.backups, 'backups', 'backups.make', 'Backups', Archive, 'w', SET_UP),
  entry(patterns.exports, 'exports', 'exports.run', 'Exports', Download, 'x', SET_UP),
  row(patterns.account, 'account', 'own'),
]
