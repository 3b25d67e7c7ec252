/** Orders as rows: one for each line of an order, its amounts on the first so that sums come out right. */
import { isShipped, holdsStock } from '@haat/contract/rules'
import type { WholeOrder } from './exporting.store.ts'
import { type CellValue, rupees, type Sheet } from './sheet.ts'

type Columns = Record<string, (whole: WholeOrder) => CellValue>
type ItemColumns = Record<string, (item: WholeOrder['items'][number]) => CellValue>

const always: Columns = {
  order_id: ({ order }) => order.id,
  created_at: ({ order }) => order.created_at,
  status: ({ order }) => order.status,
}

const once: Columns = {
  payment_method: ({ order }) => order.payment_method,
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
  items_total: ({ order }) => rupees(order.items_total),
  total_shipping_price: ({ order }) => rupees(order.total_shipping_price),
  total_discount_amount: ({ order }) => rupees(order.total_discount_amount),
  total_amount: ({ order }) => rupees(order.total_amount),
  coupon_code: ({ order }) => order.coupon_code,
  refund_due: ({ order }) => order.refund_due,
  courier: ({ order }) => order.courier,
  tracking_number: ({ order }) => order.tracking_number,
  invoice_number: ({ order }) => order.invoice_number,
}

const perItem: ItemColumns = {
  product_name: (item) => item.product_name,
  variant_name: (item) => item.variant_name,
  sku: (item) => item.sku,
  hsn: (item) => item.hsn,
  gst_rate: (item) => item.gst_rate,
  quantity: (item) => item.quantity,
  price: (item) => rupees(item.price),
  subtotal: (item) => rupees(item.subtotal),
  discount_amount: (item) => rupees(item.discount_amount),
}

const sheetOf = (each: Columns, first: Columns, items: ItemColumns): Sheet<WholeOrder> => ({
  headings: [...Object.keys(each), ...Object.keys(first), ...Object.keys(items)],
  rowsOf: (whole) =>
    whole.items.map((item, at) => [
      ...Object.values(each).map((column) => column(whole)),
      ...Object.values(first).map((column) => (at === 0 ? column(whole) : null)),
      ...Object.values(items).map((column) => column(item)),
    ]),
})

export const orderSheet = sheetOf(always, once, perItem)

function financialStatus({ order }: WholeOrder): string {
  if (order.refunded_at) return 'refunded'
  if (!holdsStock(order.status)) return 'voided'
  return order.paid_at || order.status === 'DELIVERED' ? 'paid' : 'pending'
}

/** Shopify's order file. */
export const shopifyOrderSheet = sheetOf(
  { Name: ({ order }) => `#${order.id}`, Email: ({ customer }) => customer.email },
  {
    'Financial Status': financialStatus,
    'Paid at': ({ order }) => order.paid_at,
    'Fulfillment Status': ({ order }) => (isShipped(order.status) ? 'fulfilled' : 'unfulfilled'),
    Currency: () => 'INR',
    Subtotal: ({ order }) => rupees(order.items_total - order.total_discount_amount),
    Shipping: ({ order }) => rupees(order.total_shipping_price),
    Taxes: () => 0,
    Total: ({ order }) => rupees(order.total_amount),
    'Discount Code': ({ order }) => order.coupon_code,
    'Discount Amount': ({ order }) => rupees(order.total_discount_amount),
    'Created at': ({ order }) => order.created_at,
    'Shipping Name': ({ order }) => order.shipping_name,
    'Shipping Street': ({ order }) => order.shipping_street,
    'Shipping City': ({ order }) => order.shipping_city,
    'Shipping Zip': ({ order }) => order.shipping_zip,
    'Shipping Province': ({ order }) => order.shipping_state,
    'Shipping Country': ({ order }) => order.shipping_country,
    'Shipping Phone': ({ order }) => order.shipping_phone,
    'Payment Method': ({ order }) => order.payment_method,
  },
  {
    'Lineitem quantity': (item) => item.quantity,
    'Lineitem name': (item) => [item.product_name, item.variant_name].filter(Boolean).join(' - '),
    'Lineitem price': (item) => rupees(item.price),
    'Lineitem compare at price': (item) => rupees(item.mrp),
    'Lineitem sku': (item) => item.sku,
    'Lineitem discount': (item) => rupees(item.discount_amount),
  },
)

const { order_id: _, created_at: __, ...ownColumns } = { ...always, ...once }

/** An order as JSON, amounts in rupees. */
export const orderJson = (whole: WholeOrder) => ({
  id: whole.order.id,
  created_at: whole.order.created_at,
  ...Object.fromEntries(Object.entries(ownColumns).map(([field, value]) => [field, value(whole)])),
  items: whole.items.map((item) =>
    Object.fromEntries(Object.entries(perItem).map(([field, value]) => [field, value(item)])),
  ),
})
