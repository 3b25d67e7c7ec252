/** Every screen of the desk: the menu, its keys and the tests read this table. */
import type { Permission } from '@haat/contract/staff/permissions'
import { Boxes, House, type LucideIcon, Package, Tag } from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import type { Needed } from './api/queries.ts'
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

export const routes: readonly RouteRow[] = [
  row(patterns.today, 'today', 'own', { label: 'Today', icon: House, key: 't', onPhone: true }),
  row(patterns.orders, 'orders', 'orders.read', { label: 'Orders', icon: Package, key: 'o', onPhone: true }),
  row(patterns.order, 'order', 'orders.read'),
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
  row(patterns.account, 'account', 'own'),
]
