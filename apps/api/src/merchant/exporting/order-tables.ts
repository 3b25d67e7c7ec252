/**
 * Tables of orders and customers. An order has one row per item, and one per GST rate of its delivery charge, with its
 * amounts on the first, so that the sum of a column is right. Passwords are not exported.
 */
import { holdsStock, isShipped } from '@haat/contract/rules'
import type { orderTax } from '../../features/invoices/invoices.ts'
import type { Taxed } from '../../features/invoices/tax.ts'
import { testBankMark } from '../../features/payments/payments.ts'
import type { ExportedCustomer, ExportedOrder } from './exporting.store.ts'
import { type CellValue, rupeesOrNull, type Table } from './product-tables.ts'

/** An order with the tax of its invoice; null for an order that is not sold. */
export type TaxedOrderExport = ExportedOrder & { tax: ReturnType<typeof orderTax> | null }

/** An item, or a part of the delivery charge, with its tax. */
interface Line {
  item: Partial<ExportedOrder['items'][number]>
  taxed: Taxed | undefined
}

type Columns = Record<string, (exported: TaxedOrderExport) => CellValue>
type LineColumns = Record<string, (line: Line) => CellValue>

const repeatedColumns: Columns = {
  order_id: ({ order }) => order.id,
  created_at: ({ order }) => order.created_at,
  status: ({ order }) => order.status,
  place_of_supply: ({ tax }) =>
    tax && (tax.state_code ? `${tax.state_code}-${tax.destination}` : tax.destination),
}

const paymentText = (order: ExportedOrder['order']): string | null =>
  order.payment_method && `${order.payment_method}${testBankMark(order)}`

const firstRowColumns: Columns = {
  order_number: ({ order }) => order.order_number,
  payment_method: ({ order }) => paymentText(order),
  paid_at: ({ order }) => order.paid_at,
  customer_name: ({ customer }) => customer.name,
  customer_email: ({ customer }) => customer.email,
  customer_phone: ({ customer }) => customer.phone_number,
  shipping_name: ({ order }) => order.shipping_name,
  shipping_street: ({ order }) => order.shipping_street,
  shipping_city: ({ order }) => order.shipping_city,
  shipping_state: ({ order }) => order.shipping_state,
  shipping_country: ({ order }) => order.shipping_country,
  shipping_zip: ({ order }) => order.shipping_zip,
  shipping_phone: ({ order }) => order.shipping_phone,
  items_total: ({ order }) => rupeesOrNull(order.items_total),
  total_shipping_price: ({ order }) => rupeesOrNull(order.total_shipping_price),
  total_discount_amount: ({ order }) => rupeesOrNull(order.total_discount_amount),
  total_amount: ({ order }) => rupeesOrNull(order.total_amount),
  coupon_code: ({ order }) => order.coupon_code,
  refund_due: ({ order }) => order.refund_due,
  courier: ({ order }) => order.courier,
  tracking_number: ({ order }) => order.tracking_number,
  invoice_number: ({ order }) => order.invoice_number,
  invoiced_at: ({ order }) => order.invoiced_at,
}

const lineColumns: LineColumns = {
  product_name: ({ item }) => item.product_name,
  variant_name: ({ item }) => item.variant_name,
  sku: ({ item }) => item.sku,
  hsn: ({ item }) => item.hsn,
  gst_rate: ({ item }) => item.gst_rate,
  quantity: ({ item }) => item.quantity,
  price: ({ item }) => rupeesOrNull(item.price ?? null),
  subtotal: ({ item }) => rupeesOrNull(item.subtotal ?? null),
  discount_amount: ({ item }) => rupeesOrNull(item.discount_amount ?? null),
  taxable_value: ({ taxed }) => rupeesOrNull(taxed?.taxable ?? null),
  cgst: ({ taxed }) => rupeesOrNull(taxed?.cgst ?? null),
  sgst_utgst: ({ taxed }) => rupeesOrNull(taxed?.sgst ?? null),
  igst: ({ taxed }) => rupeesOrNull(taxed?.igst ?? null),
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
  repeated: Columns,
  first: Columns,
  columns: LineColumns,
  linesOf: (exported: TaxedOrderExport) => Line[] = itemLines,
): Table<TaxedOrderExport> => ({
  headings: [...Object.keys(repeated), ...Object.keys(first), ...Object.keys(columns)],
  toRows: (exported) =>
    linesOf(exported).map((line, at) => [
      ...Object.values(repeated).map((column) => column(exported)),
      ...Object.values(first).map((column) => (at === 0 ? column(exported) : null)),
      ...Object.values(columns).map((column) => column(line)),
    ]),
})

export const orderTable = orderTableOf(repeatedColumns, firstRowColumns, lineColumns, (exported) => [
  ...itemLines(exported),
  ...deliveryLines(exported),
])

function financialStatus({ order }: ExportedOrder): string {
  if (order.refunded) return 'refunded'
  if (!holdsStock(order.status)) return 'voided'
  return order.paid_at ? 'paid' : 'pending'
}

/** Shopify's order file. */
export const shopifyOrderTable = orderTableOf(
  { Name: ({ order }) => `#${order.id}`, Email: ({ customer }) => customer.email },
  {
    'Financial Status': financialStatus,
    'Paid at': ({ order }) => order.paid_at,
    'Fulfillment Status': ({ order }) => (isShipped(order.status) ? 'fulfilled' : 'unfulfilled'),
    Currency: () => 'INR',
    Subtotal: ({ order }) => rupeesOrNull(order.items_total - order.total_discount_amount),
    Shipping: ({ order }) => rupeesOrNull(order.total_shipping_price),
    Taxes: () => 0,
    Total: ({ order }) => rupeesOrNull(order.total_amount),
    'Discount Code': ({ order }) => order.coupon_code,
    'Discount Amount': ({ order }) => rupeesOrNull(order.total_discount_amount),
    'Created at': ({ order }) => order.created_at,
    'Shipping Name': ({ order }) => order.shipping_name,
    'Shipping Street': ({ order }) => order.shipping_street,
    'Shipping City': ({ order }) => order.shipping_city,
    'Shipping Zip': ({ order }) => order.shipping_zip,
    'Shipping Province': ({ order }) => order.shipping_state,
    'Shipping Country': ({ order }) => order.shipping_country,
    'Shipping Phone': ({ order }) => order.shipping_phone,
    'Payment Method': ({ order }) => paymentText(order),
  },
  {
    'Lineitem quantity': ({ item }) => item.quantity,
    'Lineitem name': ({ item }) => [item.product_name, item.variant_name].filter(Boolean).join(' - '),
    'Lineitem price': ({ item }) => rupeesOrNull(item.price ?? null),
    'Lineitem compare at price': ({ item }) => rupeesOrNull(item.mrp ?? null),
    'Lineitem sku': ({ item }) => item.sku,
    'Lineitem discount': ({ item }) => rupeesOrNull(item.discount_amount ?? null),
  },
)

const { order_id: _, created_at: __, ...orderFields } = { ...repeatedColumns, ...firstRowColumns }

/** An order as JSON, amounts in rupees. */
export const orderJson = (exported: TaxedOrderExport) => ({
  id: exported.order.id,
  created_at: exported.order.created_at,
  ...Object.fromEntries(Object.entries(orderFields).map(([field, value]) => [field, value(exported)])),
  items: itemLines(exported).map(lineJson),
  delivery: deliveryLines(exported).map(lineJson),
})

const lineJson = (line: Line) =>
  Object.fromEntries(Object.entries(lineColumns).map(([field, value]) => [field, value(line)]))

/** The first address of a customer, which is the default one. */
type Address = ExportedCustomer['addresses'][number] | undefined

type CustomerColumns = Record<string, (customer: ExportedCustomer, address: Address) => CellValue>

const customerTableOf = (columns: CustomerColumns): Table<ExportedCustomer> => ({
  headings: Object.keys(columns),
  toRows: (customer) => [Object.values(columns).map((column) => column(customer, customer.addresses[0]))],
})

export const customerTable = customerTableOf({
  id: (customer) => customer.id,
  name: (customer) => customer.name,
  email: (customer) => customer.email,
  phone_number: (customer) => customer.phone_number,
  created_at: (customer) => customer.created_at,
  orders: (customer) => customer.orders,
  total_spent: (customer) => rupeesOrNull(customer.total_spent),
  address_line1: (_, address) => address?.address_line1,
  address_line2: (_, address) => address?.address_line2,
  city: (_, address) => address?.city,
  state: (_, address) => address?.state,
  country: (_, address) => address?.country,
  pincode: (_, address) => address?.pincode,
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
  'Total Spent': (customer) => rupeesOrNull(customer.total_spent),
  'Total Orders': (customer) => customer.orders,
})

/** A customer as JSON, amounts in rupees. */
export const customerJson = ({ addresses, total_spent, ...customer }: ExportedCustomer) => ({
  ...customer,
  total_spent: rupeesOrNull(total_spent),
  addresses: addresses.map(({ id: _, user_id: __, ...address }) => address),
})
