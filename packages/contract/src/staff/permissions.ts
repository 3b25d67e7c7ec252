/** Everything that a member of the staff may be allowed to do. A role is a set of these. */
export const PERMISSIONS = [
  'orders.read',
  'orders.move',
  'orders.ship',
  'orders.pack',
  'orders.refund',
  'returns.decide',
  'products.read',
  'products.write',
  'catalogue.write',
  'offers.write',
  'customers.read',
  'customers.write',
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

/** The roles that every shop has; a shop makes others of its own. */
export const ROLES = {
  owner: PERMISSIONS,
  manager: PERMISSIONS.filter((one) => one !== 'staff.write' && one !== 'backups.download'),
  packer: ['orders.pack'],
  viewer: ['orders.read', 'products.read', 'customers.read', 'reports.read'],
} as const satisfies Record<string, readonly Permission[]>
