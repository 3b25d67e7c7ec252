/** What somebody with a permission may do, in plain words, by subject. */
import type { Permission } from '@haat/contract/staff/permissions'

export const PERMISSION_GROUPS: readonly {
  name: string
  permissions: Partial<Record<Permission, string>>
}[] = [
  {
    name: 'Orders',
    permissions: {
      'orders.read': 'See all orders, with customers and amounts',
      'orders.create': 'Take orders by phone or WhatsApp',
      'orders.move': 'Start packing, cancel, correct addresses',
      'orders.pack': 'Print packing slips and see what to pack',
      'orders.ship': 'Ship, deliver, record refused and lost parcels',
      'orders.refund': 'Record that money was paid back',
      'payments.confirm': 'Confirm payments by UPI, and the cash of couriers',
      'returns.decide': 'Decide about returns, and take goods back',
      'invoices.write': 'Void invoices and write new ones',
    },
  },
  {
    name: 'Goods',
    permissions: {
      'products.read': 'See products, stock and categories',
      'products.write': 'Change products, prices and stock',
      'catalogue.write': 'Change categories, pages and search words',
      'offers.write': 'Make coupons, deals and banners',
      'reviews.write': 'Answer and hide reviews, answer questions',
    },
  },
  {
    name: 'Customers',
    permissions: {
      'customers.read': 'See customers with their orders and addresses',
      'customers.write': 'Correct, block and note; reset passwords',
      'customers.privacy': 'Export and erase personal data',
    },
  },
  {
    name: 'Money and the house',
    permissions: {
      'reports.read': 'See the turnover and the GST reports',
      'exports.run': 'Download all products, orders and customers',
      'imports.run': 'Import files of products, stock and prices',
      'backups.make': 'Make backups of the shop',
      'backups.download': 'Download backups, which hold everything',
      'settings.write': 'Change the settings of the shop',
      'audit.read': 'See what everybody did',
      'staff.write': 'Invite people and decide what they may do',
    },
  },
]
