/** Writes rows for tests directly into the database. All columns have valid defaults; a test sets what matters to it. */
import { randomUUID } from 'node:crypto'
import { UNBRANDED } from '@haat/contract/rules'
import type { Tables } from '../src/db/schema.ts'
import type { TestShop } from './test-shop.ts'

/** What factories need of a shop. */
export type FactoryShop = Pick<TestShop, 'shop' | 'app'>

type New<Name extends keyof Tables> = Tables[Name]['$inferInsert']

let serial = 0
const next = (): number => (serial += 1)

/** Inserts a row and returns it with the database's defaults. */
async function insert<Name extends keyof Tables>(
  test: FactoryShop,
  name: Name,
  row: New<Name>,
): Promise<Tables[Name]['$inferSelect']> {
  const rows = await test.shop.db.transaction(async (tx) =>
    tx
      .insert(tx.tables[name])
      .values(row as never)
      .returning(),
  )
  return (rows as Tables[Name]['$inferSelect'][])[0]!
}

export interface TestCustomer {
  id: number
  email: string
  phone_number: string
  token: string
  sid: string
}

/** A customer with a session but without a valid password. Tests of passwords sign up instead. */
export async function aCustomer(test: FactoryShop, row: Partial<New<'users'>> = {}): Promise<TestCustomer> {
  const n = next()
  const user = await insert(test, 'users', {
    name: `Customer ${n}`,
    email: `customer${n}@example.com`,
    phone_number: String(9_000_000_000 + n),
    password_hash: 'not-a-hash',
    created_at: test.shop.now(),
    ...row,
  })
  const now = test.shop.now()
  const session = {
    sid: randomUUID(),
    id: 1_000_000_000 + n,
    user_id: user.id,
    created_at: now,
    expires_at: new Date(now.getTime() + 86_400_000),
  }
  await insert(test, 'sessions', session)
  return { ...user, sid: session.sid, token: test.app.tokens.sign(session) }
}

export async function aCategory(test: FactoryShop, row: Partial<New<'categories'>> = {}) {
  const n = next()
  return insert(test, 'categories', { slug: `category-${n}`, name: `Category ${n}`, ...row })
}

type VariantValues = Partial<Omit<New<'variants'>, 'product_id'>>

/** A published product with variants: by default one, in stock. The first is the default variant. Prices in paise. */
export async function aProduct(
  test: FactoryShop,
  row: Partial<New<'products'>> = {},
  variants: VariantValues[] = [{}],
) {
  const n = next()
  const category_id = row.category_id ?? (await aCategory(test)).id
  const product = await insert(test, 'products', {
    slug: `product-${n}`,
    name: `Product ${n}`,
    brand: UNBRANDED,
    short_description: 'A short description',
    description: 'A long description',
    country_of_origin: 'India',
    created_at: test.shop.now(),
    ...row,
    category_id,
  })
  const inserted = []
  for (const [position, variant] of variants.entries()) {
    inserted.push(
      await insert(test, 'variants', {
        is_default: position === 0,
        price: 500_00,
        mrp: 800_00,
        stock: 10,
        position,
        ...variant,
        product_id: product.id,
      }),
    )
  }
  await refresh(test, product.id)
  return { ...product, variants: inserted, variant: inserted[0]! }
}

/** Updates the product's listing columns. */
async function refresh(test: FactoryShop, productId: number): Promise<void> {
  const { refreshListings } = await import('../src/features/catalog/listing-columns.store.ts')
  await test.shop.db.transaction(async (tx) => refreshListings(tx, [productId], test.shop.now()))
}

export async function anAddress(
  test: FactoryShop,
  customer: TestCustomer,
  row: Partial<New<'addresses'>> = {},
) {
  return insert(test, 'addresses', {
    user_id: customer.id,
    full_name: 'Asha Rao',
    phone: '9876543210',
    address_line1: '12 MG Road',
    address_line2: null,
    city: 'Bengaluru',
    state: 'Karnataka',
    country: 'India',
    pincode: '560001',
    is_default: false,
    ...row,
  })
}

export async function aDeal(test: FactoryShop, productId: number, row: Partial<New<'deals'>> = {}) {
  const now = test.shop.now().getTime()
  const deal = await insert(test, 'deals', {
    name: 'Deal',
    deal_price: 400_00,
    start_date: new Date(now - 3_600_000),
    end_date: new Date(now + 3_600_000),
    ...row,
    product_id: productId,
  })
  await refresh(test, productId)
  return deal
}

export async function aCoupon(test: FactoryShop, row: Partial<New<'coupons'>> = {}) {
  return insert(test, 'coupons', {
    code: `CODE${next()}`,
    description: 'Ten percent off',
    level: 'order',
    kind: 'percent',
    value: 10,
    ...row,
  })
}
