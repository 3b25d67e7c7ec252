/** Everything that a member of the staff may be allowed to do. A role is a set of these. */
export const PERMISSIONS = [
  'orders.read',
  'orders.create',
  'orders.move',
  'orders.ship',
  'orders.pack',
  'orders.refund',
  'payments.confirm',
  'returns.decide',
  'products.read',
  'products.write',
  'catalogue.write',
  'offers.write',
  'reviews.write',
  'customers.read',
  'customers.write',
  'customers.privacy',
  'reports.read',
  'invoices.write',
  'exports.run',
  'imports.run',
  'backups.make',
  'backups.download',
  'settings.write',
  'staff.write',
  'audit.read',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** What only the owner may do. */
const OWNERS: readonly Permission[] = ['staff.write', 'backups.download', 'customers.privacy']

/** The roles that every shop has; a shop makes others of its own. */
export const ROLES = {
  owner: PERMISSIONS,
  manager: PERMISSIONS.filter((one) => !OWNERS.includes(one)),
  packer: ['orders.pack'],
  viewer: ['orders.read', 'products.read', 'customers.read', 'reports.read'],
} as const satisfies Record<string, readonly Permission[]>
