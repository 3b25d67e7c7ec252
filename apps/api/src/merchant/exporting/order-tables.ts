/**
 * Tables of orders and customers. An order has one row per item, and one per GST rate of its delivery charge, with its
 * amounts on the first, so that the sum of a column is right. Passwords are not exported.
 */
import { toRupees } from '@haat/contract/money'
import { holdsStock, isShipped } from '@haat/contract/rules'
import type { orderTax } from '../../features/invoices/invoices.ts'
import type { Taxed } from '../../features/invoices/tax.ts'
import { testBankMark } from '../../features/payments/payments.ts'
import { inRupees } from '../rupees.ts'
import { blank, type Columns, fields, type Table, toCells, toFields } from './columns.ts'
import type { ExportedCustomer, ExportedOrder } from './exporting.store.ts'

/** An order with the tax of its invoice; null for an order that is not sold. */
export type TaxedOrderExport = ExportedOrder & { tax: ReturnType<typeof orderTax> | null }

/** An item, or a part of the delivery charge, with its tax. */
interface Line {
  item: Partial<ExportedOrder['items'][number]>
  taxed: Taxed | undefined
}

type OrderColumns = Columns<[exported: TaxedOrderExport]>
type LineColumns = Columns<[line: Line]>

const ofOrder = ({ order }: TaxedOrderExport) => order

const repeatedColumns: OrderColumns = {
  order_id: ({ order }) => order.id,
  ...fields(ofOrder, ['created_at', 'status']),
  place_of_supply: ({ tax }) =>
    tax && (tax.state_code ? `${tax.state_code}-${tax.destination}` : tax.destination),
}

const paymentText = ({ order }: TaxedOrderExport): string | null =>
  order.payment_method && `${order.payment_method}${testBankMark(order)}`

const firstRowColumns: OrderColumns = {
  ...fields(ofOrder, ['order_number']),
  payment_method: paymentText,
  ...fields(ofOrder, ['paid_at']),
  customer_name: ({ customer }) => customer.name,
  customer_email: ({ customer }) => customer.email,
  customer_phone: ({ customer }) => customer.phone_number,
  ...fields(ofOrder, [
    'shipping_name',
    'shipping_street',
    'shipping_city',
    'shipping_state',
    'shipping_country',
    'shipping_zip',
    'shipping_phone',
    'items_total',
    'total_shipping_price',
    'total_discount_amount',
    'total_amount',
    'coupon_code',
    'refund_due',
    'courier',
    'tracking_number',
    'invoice_number',
    'invoiced_at',
  ]),
}

const ofItem = ({ item }: Line) => item
const ofTax = ({ taxed }: Line) => taxed

const lineColumns: LineColumns = {
  ...fields(ofItem, [
    'product_name',
    'variant_name',
    'sku',
    'hsn',
    'gst_rate',
    'quantity',
    'price',
    'subtotal',
    'discount_amount',
  ]),
  taxable_value: ({ taxed }) => inRupees('taxable', taxed?.taxable),
  ...fields(ofTax, ['cgst']),
  sgst_utgst: ({ taxed }) => inRupees('sgst', taxed?.sgst),
  ...fields(ofTax, ['igst']),
}

const itemLines = ({ items, tax }: TaxedOrderExport): Line[] =>
  items.map((item, index) => ({ item, taxed: tax?.taxed.lines[index] }))

/** The delivery charge at each rate of the goods; without amounts other than tax, which are on the first row. */
const deliveryLines = ({ tax }: TaxedOrderExport): Line[] =>
  (tax?.taxed.delivery ?? []).map((taxed) => ({
    item: { product_name: 'Delivery', gst_rate: taxed.rate },
    taxed,
  }))

/**
 * @param repeated columns with a value on every row of an order
 * @param first columns with a value on the first row only
 */
const orderTableOf = (
  repeated: OrderColumns,
  first: OrderColumns,
  columns: LineColumns,
  linesOf: (exported: TaxedOrderExport) => Line[] = itemLines,
): Table<TaxedOrderExport> => ({
  headings: [...Object.keys(repeated), ...Object.keys(first), ...Object.keys(columns)],
  toRows: (exported) =>
    linesOf(exported).map((line, at) => [
      ...toCells(repeated, exported),
      ...(at === 0 ? toCells(first, exported) : blank(first)),
      ...toCells(columns, line),
    ]),
})

export const orderTable = orderTableOf(repeatedColumns, firstRowColumns, lineColumns, (exported) => [
  ...itemLines(exported),
  ...deliveryLines(exported),
])

function financialStatus({ order }: ExportedOrder): string {
  if (order.refunded) return 'refunded'
  if (!holdsStock(order.status)) return 'voided'
  if (order.paid_at) return 'paid'
  return order.status === 'RETURNED' || order.status === 'LOST' ? 'voided' : 'pending'
}

/** Shopify's order file. */
export const shopifyOrderTable = orderTableOf(
  { Name: ({ order }) => `#${order.id}`, Email: ({ customer }) => customer.email },
  {
    'Financial Status': financialStatus,
    'Paid at': ({ order }) => order.paid_at,
    'Fulfillment Status': ({ order }) => (isShipped(order.status) ? 'fulfilled' : 'unfulfilled'),
    Currency: () => 'INR',
    Subtotal: ({ order }) => toRupees(order.items_total - order.total_discount_amount),
    Shipping: ({ order }) => toRupees(order.total_shipping_price),
    Taxes: () => 0,
    Total: ({ order }) => toRupees(order.total_amount),
    'Discount Code': ({ order }) => order.coupon_code,
    'Discount Amount': ({ order }) => toRupees(order.total_discount_amount),
    'Created at': ({ order }) => order.created_at,
    'Shipping Name': ({ order }) => order.shipping_name,
    'Shipping Street': ({ order }) => order.shipping_street,
    'Shipping City': ({ order }) => order.shipping_city,
    'Shipping Zip': ({ order }) => order.shipping_zip,
    'Shipping Province': ({ order }) => order.shipping_state,
    'Shipping Country': ({ order }) => order.shipping_country,
    'Shipping Phone': ({ order }) => order.shipping_phone,
    'Payment Method': paymentText,
  },
  {
    'Lineitem quantity': ({ item }) => item.quantity,
    'Lineitem name': ({ item }) => [item.product_name, item.variant_name].filter(Boolean).join(' - '),
    'Lineitem price': ({ item }) => inRupees('price', item.price),
    'Lineitem compare at price': ({ item }) => inRupees('mrp', item.mrp),
    'Lineitem sku': ({ item }) => item.sku,
    'Lineitem discount': ({ item }) => inRupees('discount_amount', item.discount_amount),
  },
)

const { order_id: _, created_at: __, ...orderFields } = { ...repeatedColumns, ...firstRowColumns }

/** An order as JSON, amounts in rupees. */
export const orderJson = (exported: TaxedOrderExport) => ({
  id: exported.order.id,
  created_at: exported.order.created_at,
  ...toFields(orderFields, exported),
  items: itemLines(exported).map((line) => toFields(lineColumns, line)),
  delivery: deliveryLines(exported).map((line) => toFields(lineColumns, line)),
})

/** The first address of a customer, which is the default one. */
type Address = ExportedCustomer['addresses'][number] | undefined

type CustomerColumns = Columns<[customer: ExportedCustomer, address: Address]>

const customerTableOf = (columns: CustomerColumns): Table<ExportedCustomer> => ({
  headings: Object.keys(columns),
  toRows: (customer) => [toCells(columns, customer, customer.addresses[0])],
})

export const customerTable = customerTableOf({
  ...fields(
    (customer: ExportedCustomer, _address: Address) => customer,
    ['id', 'name', 'email', 'phone_number', 'created_at', 'orders', 'total_spent'],
  ),
  ...fields(
    (_customer: ExportedCustomer, address: Address) => address,
    ['address_line1', 'address_line2', 'city', 'state', 'country', 'pincode'],
  ),
})

/** Shopify's customer file. */
export const shopifyCustomerTable = customerTableOf({
  'First Name': ({ name }) => name.split(' ')[0],
  'Last Name': ({ name }) => name.split(' ').slice(1).join(' '),
  Email: (customer) => customer.email,
  'Accepts Email Marketing': () => 'no',
  'Default Address Company': () => null,
  'Default Address Address1': (_, address) => address?.address_line1,
  'Default Address Address2': (_, address) => address?.address_line2,
  'Default Address City': (_, address) => address?.city,
  'Default Address Province Code': (_, address) => address?.state,
  'Default Address Country Code': (_, address) => (address?.country === 'India' ? 'IN' : address?.country),
  'Default Address Zip': (_, address) => address?.pincode,
  'Default Address Phone': (_, address) => address?.phone,
  Phone: (customer) => customer.phone_number,
  'Accepts SMS Marketing': () => 'no',
  'Total Spent': (customer) => toRupees(customer.total_spent),
  'Total Orders': (customer) => customer.orders,
})

/** A customer as JSON, amounts in rupees. */
export const customerJson = ({ addresses, total_spent, ...customer }: ExportedCustomer) => ({
  ...customer,
  total_spent: toRupees(total_spent),
  addresses: addresses.map(({ id: _, user_id: __, ...address }) => address),
})
