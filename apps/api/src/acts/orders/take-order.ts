/** Orders that the staff take by phone or WhatsApp. All functions throw Failures. */
import { stateProblem } from '@haat/contract/indian-states'
import { lineTotal, payableOf } from '@haat/contract/pricing'
import { LIMITS, PATTERNS, variantLabel } from '@haat/contract/rules'
import type { InputOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import type { PhoneQuote, TakenOrder } from '@haat/contract/staff/phone-orders'
import type { Reader, Tx } from '../../db/database.ts'
import { refuseBlocked } from '../../features/auth/auth.ts'
import {
  type Customer,
  findCustomerByEmail,
  findCustomerByPhone,
  insertCustomer,
  lockCustomer,
  missingLogin,
} from '../../features/auth/customer.store.ts'
import { generatePassword, hashPassword } from '../../features/auth/password.ts'
import { findPurchasableVariants } from '../../features/catalog/purchasable-variants.store.ts'
import { priceLines, type QuoteLine, quoteLines } from '../../features/coupons/quote.ts'
import { deliveryTerms } from '../../features/delivery/delivery.ts'
import { districtOf } from '../../features/delivery/districts.ts'
import { isCodBlocked } from '../../features/orders/order-limits.ts'
import { openPayment } from '../../features/orders/order-payment.ts'
import { findEarlier, fingerprintOf, shippingTo, storeOrder } from '../../features/orders/place-order.ts'
import { findAddresses, insertAddress, makeDefault } from '../../features/profile/address.store.ts'
import { offeredPayments } from '../../features/settings/offered-payments.ts'
import { readSettings } from '../../features/settings/settings.store.ts'
import { badRequest, conflict, Failure, noSuch } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import { findSkuOwners, lowered } from '../catalogue/find-products.store.ts'
import { findCustomerByLogin } from '../customers/customers.ts'

/** As from the cart: it has all that the customer wants at once. */
const CHECKOUT = 'cart'

/** @param asked `SHIRT-M=2`, `SHIRT-M`, `#12=2` */
async function linesOf(reader: Reader, asked: readonly string[], now: Date): Promise<QuoteLine[]> {
  const parsed = asked.map((text) => {
    const [, name = '', pieces = '1'] = /^(.*?)(?:=(\d{1,4}))?$/s.exec(text.trim()) ?? []
    return { name, quantity: Number(pieces) }
  })
  const owners = await findSkuOwners(
    reader,
    parsed.map(({ name }) => name),
  )
  const wanted = parsed.map(({ name, quantity }) => {
    const id = owners.get(lowered(name))?.id ?? Number(/^#?(\d{1,9})$/.exec(name)?.[1])
    return { name, quantity, id: id > 0 ? id : 0 }
  })
  const variants = await findPurchasableVariants(
    reader,
    wanted.map(({ id }) => id),
    now,
  )
  const items = wanted.map(({ name, quantity, id }) => {
    const variant = variants.find(({ variant_id }) => variant_id === id)
    if (!variant) throw noSuch(`There is no variant ${name}.`)
    if (!variant.is_published) throw conflict(`${variant.product_name} is hidden in the shop: show it first.`)
    return { product_id: variant.product_id, variant_id: id, quantity }
  })
  return quoteLines(reader, 0, items, now)
}

/** What an order by phone costs, as it is typed: what is missing or wrong is said, not thrown. */
export async function quoteOrder(
  { db, now, pay }: Shop,
  { item, coupon, pin = '', state = '', customer: login }: InputOf<Staff['orders']['quote']>,
): Promise<PhoneQuote> {
  const settings = await readSettings(db)
  const customer = login === undefined ? undefined : await findCustomerByLogin(db, login)
  const lines = await linesOf(db, item, now())
  const address = { state, pincode: pin }
  const isPin = PATTERNS.pincode.test(pin)
  const place = isPin ? await deliveryTerms(db, settings, address) : null
  const charged = { ...settings.delivery, ...(place && { charge: place.charge }) }
  const terms = { checkout: CHECKOUT, delivery: charged, now: now() } as const
  const price = (claim: { code: string } | null) => priceLines(db, customer?.id ?? 0, lines, claim, terms)
  let coupon_problem: string | null = null
  const { priced } = await price(coupon === undefined ? null : { code: coupon }).catch((error: unknown) => {
    if (coupon === undefined || !(error instanceof Failure)) throw error
    coupon_problem = error.message
    return price(null)
  })
  const offered = offeredPayments(settings, pay)
  return {
    lines: lines.map(({ variant, ...line }) => ({
      ...variant,
      ...line,
      variant_name: variantLabel(variant),
      subtotal: lineTotal(line),
    })),
    ...priced,
    total_discount_amount: priced.total_items_discount,
    cod_fee: settings.payments.cod_fee,
    coupon_problem,
    address_problem: place && state !== '' ? (stateProblem(address)?.message ?? place.problem) : null,
    cod_problem: !offered.cod
      ? 'The shop does not offer cash on delivery.'
      : place?.cod === false
        ? `The shop takes no cash at ${pin}.`
        : customer && (await isCodBlocked(db, customer, customer.phone_number))
          ? codBlocked(customer)
          : null,
    online: offered.online,
    hold_hours: settings.payments.upi.confirm_hours,
    city: isPin ? districtOf(pin) : null,
  }
}

const codBlocked = ({ name }: Customer): string => `Cash on delivery is blocked for ${name}.`

type Taking = InputOf<Staff['orders']['create']>

/** Takes an order by the shop's prices, stock and coupons. The limits that protect from strangers do not hold for the staff. */
export async function takeOrder(shop: Shop, input: Taking): Promise<TakenOrder> {
  const now = shop.now()
  // Nobody knows it: a new customer sets one by "Forgot password".
  const password_hash = await hashPassword(generatePassword())
  const fingerprint = fingerprintOf(input, undefined)
  const { order, customer, is_new_customer } = await shop.db.transaction(async (tx) => {
    const known = await customerOf(tx, input)
    const customer = known
      ? await lockCustomer(tx, known.id)
      : await newCustomer(tx, input, password_hash, now)
    const result = (order: Awaited<ReturnType<typeof storeOrder>>) => ({
      ...{ order, customer, is_new_customer: !known },
    })
    refuseBlocked(customer)
    if (input.payment === 'COD' && (await isCodBlocked(tx, customer, input.phone)))
      throw conflict(codBlocked(customer), { code: 'COD_NOT_OFFERED' })
    const earlier = known && (await findEarlier(tx, customer.id, fingerprint, now))
    if (earlier) return result(earlier)
    const settings = await readSettings(tx)
    const address = addressOf(input)
    const { shipping, delivery } = await shippingTo(tx, address, customer, settings)
    const order = await storeOrder(
      tx,
      {
        ...{ customer, shipping, delivery, fingerprint, checkout: CHECKOUT, payment_method: input.payment },
        lines: await linesOf(tx, input.item, now),
        claim: input.coupon === undefined ? null : { code: input.coupon },
        wishes: {},
        endsUnpaid: true,
        note: 'Order taken by phone.',
        hold_minutes: settings.payments.upi.confirm_hours * 60,
      },
      settings,
      { now, pay: shop.pay },
    )
    await keepAddress(tx, customer.id, { ...address, state: shipping.shipping_state })
    return result(order)
  })
  const payment = input.payment === 'ONLINE' ? await openPayment(shop, order.id) : null
  return {
    ...order,
    ...{ customer: customer.name, phone: order.shipping_phone, is_new_customer },
    payable: payableOf(order),
    // The shop's own page: a gateway's may end before the customer opens the link.
    payment_url: payment && `${shop.config.publicUrl}/pay/${payment.transaction_id}`,
  }
}

/** Whose order it is: who is named, or else who has the phone number, or else the e-mail address. */
async function customerOf(tx: Tx, { customer, phone, email }: Taking): Promise<Customer | undefined> {
  if (customer !== undefined) return findCustomerByLogin(tx, customer)
  const found = await findCustomerByPhone(tx, phone)
  const other = email === undefined ? undefined : await findCustomerByEmail(tx, email)
  if (found && other && found.id !== other.id)
    throw badRequest(`${email} belongs to another customer than ${phone}: leave one of them out.`, {
      field: 'email',
    })
  return found ?? other
}

async function newCustomer(
  tx: Tx,
  { name, phone, email }: Taking,
  password_hash: string,
  created_at: Date,
): Promise<Customer> {
  const row = { name, email: email ?? missingLogin(), phone_number: phone, password_hash, created_at }
  const customer = await insertCustomer(tx, row)
  if (!customer) throw conflict('Somebody else took an order for this customer just now. Please try again.')
  return customer
}

const addressOf = ({ name, phone, street, city, state, pin }: Taking) => ({
  full_name: name,
  phone,
  address_line1: street,
  address_line2: null,
  city,
  state,
  country: '',
  pincode: pin,
})

/** The next order finds it. */
async function keepAddress(tx: Tx, customerId: number, address: ReturnType<typeof addressOf>): Promise<void> {
  const kept = await findAddresses(tx, customerId)
  const isKept = kept.some(
    ({ address_line1, pincode }) => address_line1 === address.address_line1 && pincode === address.pincode,
  )
  if (isKept || kept.length >= LIMITS.addresses) return
  const { id } = await insertAddress(tx, customerId, { ...address, country: 'India' })
  if (kept.length === 0) await makeDefault(tx, customerId, id)
}
