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
  'settings.write',
] as const
export type Permission = (typeof PERMISSIONS)[number]
