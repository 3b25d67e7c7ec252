/**
 * Tables of orders and customers. An order has one row per item, and one per GST rate of its delivery charge, with its
 * amounts on the first, so that the sum of a column is right. Passwords are not exported.
 */
import { toRupees } from '@haat/contract/money'
import type { orderTax } from '../../features/invoices/invoices.ts'
import type { Taxed } from '@haat/contract/gst'
import { testBankMark } from '../../features/payments/payments.ts'
import { amount, blank, code, type Columns, fields, type Table, toCells, toFields } from '../cells/columns.ts'
import type { ExportedCustomer, ExportedOrder } from './exporting.store.ts'

/** An order with the tax of its invoice; null for an order that is not sold. */
export type TaxedOrderExport = ExportedOrder & { tax: ReturnType<typeof orderTax> | null }

/** An item, or a part of the delivery charge, with its tax. */
interface Line {
  item: Partial<ExportedOrder['items'][number]>
  taxed: Taxed | undefined
}

const ofOrder = ({ order }: TaxedOrderExport) => order
const ofItem = ({ item }: Line) => item

/** Columns with a value on every row of an order. */
const repeatedColumns: Columns<[exported: TaxedOrderExport]> = {
  order_id: ({ order }) => order.id,
  ...fields(ofOrder, ['created_at', 'status']),
  place_of_supply: ({ tax }) =>
    tax && (tax.state_code ? `${tax.state_code}-${tax.destination}` : tax.destination),
}

/** Columns with a value on the first row only. */
const firstRowColumns: Columns<[exported: TaxedOrderExport]> = {
  ...fields(ofOrder, ['order_number']),
  payment_method: ({ order }) => order.payment_method && `${order.payment_method}${testBankMark(order)}`,
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
  ]),
  ...fields(
    ofOrder,
    ['items_total', 'total_shipping_price', 'total_discount_amount', 'total_amount'],
    amount,
  ),
  ...fields(ofOrder, ['coupon_code', 'buyer_gstin', 'buyer_company', 'customer_note', 'is_gift']),
  refund_due: ({ order }) => order.refund_due_amount > 0,
  ...fields(ofOrder, ['courier']),
  ...fields(ofOrder, ['tracking_number'], code),
  ...fields(ofOrder, ['invoice_number', 'invoiced_at']),
}

const lineColumns: Columns<[line: Line]> = {
  ...fields(ofItem, ['product_name', 'variant_name']),
  ...fields(ofItem, ['sku', 'hsn'], code),
  ...fields(ofItem, ['gst_rate', 'quantity']),
  ...fields(ofItem, ['price', 'subtotal', 'discount_amount'], amount),
  taxable_value: ({ taxed }) => amount(taxed?.taxable),
  cgst: ({ taxed }) => amount(taxed?.cgst),
  sgst_utgst: ({ taxed }) => amount(taxed?.sgst),
  igst: ({ taxed }) => amount(taxed?.igst),
}

const itemLines = ({ items, tax }: TaxedOrderExport): Line[] =>
  items.map((item, index) => ({ item, taxed: tax?.taxed.lines[index] }))

/** The delivery charge at each rate of the goods; without amounts other than tax, which are on the first row. */
const deliveryLines = ({ tax }: TaxedOrderExport): Line[] =>
  (tax?.taxed.delivery ?? []).map((taxed) => ({
    item: { product_name: 'Delivery', gst_rate: taxed.rate },
    taxed,
  }))

export const orderTable: Table<TaxedOrderExport> = {
  headings: Object.keys({ ...repeatedColumns, ...firstRowColumns, ...lineColumns }),
  toRows: (exported) =>
    [...itemLines(exported), ...deliveryLines(exported)].map((line, at) => [
      ...toCells(repeatedColumns, exported),
      ...(at === 0 ? toCells(firstRowColumns, exported) : blank(firstRowColumns)),
      ...toCells(lineColumns, line),
    ]),
}

const { order_id: _, created_at: __, ...orderFields } = { ...repeatedColumns, ...firstRowColumns }

/** An order as JSON, amounts in rupees. */
export const orderJson = (exported: TaxedOrderExport) => ({
  id: exported.order.id,
  created_at: exported.order.created_at,
  ...toFields(orderFields, exported),
  items: itemLines(exported).map((line) => toFields(lineColumns, line)),
  delivery: deliveryLines(exported).map((line) => toFields(lineColumns, line)),
})

const ofCustomer = (customer: ExportedCustomer) => customer

/** With the default address. */
const customerColumns: Columns<[customer: ExportedCustomer]> = {
  ...fields(ofCustomer, ['id', 'name', 'email', 'phone_number', 'created_at', 'orders']),
  ...fields(ofCustomer, ['total_spent'], amount),
  ...fields(
    ({ addresses }: ExportedCustomer) => addresses[0],
    ['address_line1', 'address_line2', 'city', 'state', 'country', 'pincode'],
  ),
}

export const customerTable: Table<ExportedCustomer> = {
  headings: Object.keys(customerColumns),
  toRows: (customer) => [toCells(customerColumns, customer)],
}

/** A customer as JSON, amounts in rupees. */
export const customerJson = ({ addresses, total_spent, ...customer }: ExportedCustomer) => ({
  ...customer,
  total_spent: toRupees(total_spent),
  addresses: addresses.map(({ id: _id, user_id: _userId, ...address }) => address),
})
