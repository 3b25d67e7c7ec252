/**
 * Every table, once, for both engines. Money is integer paise; times are moments in UTC.
 * The invariants that must hold whatever the program does stand here as constraints.
 */
import type { Kit } from './kit.postgres.ts'
import { defineBaskets } from './schema/baskets.ts'
import { defineCatalogue } from './schema/catalogue.ts'
import { defineCoupons } from './schema/coupons.ts'
import { defineHousekeeping } from './schema/housekeeping.ts'
import { defineOrders } from './schema/orders.ts'
import { definePeople } from './schema/people.ts'

export type Tables = ReturnType<typeof defineTables>

export function defineTables(kit: Kit) {
  const people = definePeople(kit)
  const catalogue = defineCatalogue(kit)
  const baskets = defineBaskets(kit, people, catalogue)
  const coupons = defineCoupons(kit, people, catalogue)
  const orders = defineOrders(kit, people, coupons)
  return { ...people, ...catalogue, ...baskets, ...coupons, ...orders, ...defineHousekeeping(kit) }
}
