/** Customers, their logins and addresses, and their carts, saved items, wishlists and notices. */
import type { Language } from '@haat/contract/languages'
import { sql } from 'drizzle-orm'
import type { Kit } from './kit.postgres.ts'
import type { Catalogue } from './catalogue.ts'

export type Customers = ReturnType<typeof defineCustomers>

export function defineCustomers(kit: Kit) {
  const { table, id, idOf, integer, text, flag, moment, index, primaryKey, uniqueIndex, check } = kit
  const users = table('users', {
    id: id(),
    name: text().notNull(),
    /** Trimmed and lower-cased; `none:` and a random id where the customer gave none. */
    email: text().notNull().unique(),
    phone_number: text().notNull().unique(),
    /** When an OTP proved that the customer reads this mailbox; null until then. */
    email_verified_at: moment(),
    /** When an OTP proved that the customer reads messages to the phone number, which then opens the account. */
    phone_verified_at: moment(),
    /** When the merchant blocked the customer: see `blockCustomer`. Null for a customer who may log in and order. */
    blocked_at: moment(),
    /** When the merchant ended cash on delivery for the customer and the phone number; null while it is possible. */
    cod_blocked_at: moment(),
    /** What the staff call the customer: words with a comma between them. */
    tags: text().notNull().default(''),
    /** Of the mails to the customer: the one last used for logging in or ordering. */
    language: text().$type<Language>().notNull().default('en'),
    /** When the customer ended the mails that ask for reviews; null while the shop may send them. */
    review_mails_ended_at: moment(),
    /** argon2id, PHC string. */
    password_hash: text().notNull(),
    created_at: moment().notNull(),
    /** Grows with each write of this customer: see `lockCustomer`. */
    revision: integer().notNull().default(0),
  })
  const owner = () => idOf(() => users.id, 'cascade')

  const sessions = table(
    'sessions',
    {
      sid: text().primaryKey(),
      /** Names the session to its customer, who must not learn the `sid` of another device. Random. */
      id: integer().notNull().default(0),
      user_id: owner(),
      /** Browser and system that logged in, in words: see `deviceName`. Empty where the client did not say. */
      device: text().notNull().default(''),
      created_at: moment().notNull(),
      /** Null until the session is used some minutes after it was opened: see `identify`. */
      last_used_at: moment(),
      expires_at: moment().notNull(),
    },
    (t) => [index('sessions_user').on(t.user_id), index('sessions_expires').on(t.expires_at)],
  )
  const otps = table(
    'otps',
    {
      /** Of an account or of none: see `storeOtp`. */
      email_hash: text().notNull(),
      /** A digest of who has asked for the code, see `storeOtp`: a stranger's request leaves the owner's code alone. */
      asker_hash: text().notNull().default(''),
      code_hash: text().notNull(),
      /** False for a code that support has printed: it proves no mailbox. */
      is_mailed: flag().notNull(),
      expires_at: moment().notNull(),
      tries_left: integer().notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.email_hash, t.asker_hash] }),
      check('otps_tries', sql`${t.tries_left} >= 0`),
    ],
  )
  const addresses = table(
    'addresses',
    {
      id: id(),
      user_id: owner(),
      full_name: text().notNull(),
      phone: text().notNull(),
      address_line1: text().notNull(),
      address_line2: text(),
      city: text().notNull(),
      state: text().notNull(),
      country: text().notNull(),
      pincode: text().notNull(),
      is_default: flag().notNull(),
    },
    (t) => [
      index('addresses_user').on(t.user_id),
      uniqueIndex('addresses_one_default')
        .on(t.user_id)
        .where(sql`${t.is_default}`),
    ],
  )
  return { users, sessions, otps, addresses }
}

export function defineCarts(kit: Kit, { users }: Customers, { products, variants }: Catalogue) {
  const { table, id, idOf, integer, text, flag, moment, index, unique, check, primaryKey } = kit
  const owner = () => idOf(() => users.id, 'cascade')
  const lines = <Name extends string>(name: Name) =>
    table(
      name,
      {
        id: id(),
        user_id: owner(),
        variant_id: idOf(() => variants.id, 'cascade'),
        quantity: integer().notNull(),
        created_at: moment().notNull(),
      },
      (t) => [
        unique(`${name}_line`).on(t.user_id, t.variant_id),
        index(`${name}_variant`).on(t.variant_id),
        check(`${name}_quantity`, sql`${t.quantity} between 1 and 999`),
      ],
    )
  const cart_items = lines('cart_items')
  const saved_items = lines('saved_items')
  const wishlist_items = table(
    'wishlist_items',
    {
      user_id: owner(),
      product_id: idOf(() => products.id, 'cascade'),
      created_at: moment().notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.user_id, t.product_id] }),
      index('wishlist_items_product').on(t.product_id),
    ],
  )
  /** Whom to mail when a variant is back in stock, or cheaper than it was when they asked. */
  const product_notices = table(
    'product_notices',
    {
      user_id: owner(),
      variant_id: idOf(() => variants.id, 'cascade'),
      /** Paise, when they asked. */
      price: integer().notNull(),
      was_in_stock: flag().notNull(),
      created_at: moment().notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.user_id, t.variant_id] }),
      index('product_notices_variant').on(t.variant_id),
    ],
  )
  /** The guest carts that a customer's cart has taken in, by the key of their device: each is taken in once. */
  const merged_carts = table(
    'merged_carts',
    { user_id: owner(), key: text().notNull(), merged_at: moment().notNull() },
    (t) => [primaryKey({ columns: [t.user_id, t.key] })],
  )
  return { cart_items, saved_items, wishlist_items, product_notices, merged_carts }
}
