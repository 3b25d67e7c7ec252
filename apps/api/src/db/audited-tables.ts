/**
 * The tables whose rows an act may change. Triggers on them (`scripts/audit-triggers.ts` writes these) record each change
 * while a transaction names an audit entry; an undo writes the recorded values back.
 */
import type { Tables } from './schema.ts'

export interface AuditedTable {
  /** Columns of the primary key; `id` by default. */
  key?: readonly string[]
  /** The column that a person calls the row by. */
  label?: string
  /** Secrets, and what is computed from other rows. */
  without?: readonly string[]
  /** Counts that others change too: an undo adds the difference instead of writing the old value. */
  counted?: readonly string[]
}

export const AUDITED = {
  categories: { label: 'name' },
  products: {
    label: 'name',
    without: [
      ...['variant_id', 'price', 'mrp', 'discount_percentage', 'in_stock', 'media_url', 'updated_at'],
      'review_count',
    ],
  },
  variants: { label: 'sku', counted: ['stock'] },
  media: { label: 'media_url' },
  reviews: { label: 'stars', without: ['helpful'] },
  questions: { label: 'text' },
  banners: { label: 'banner_name' },
  deals: { label: 'name', without: ['is_applied'] },
  coupons: { label: 'code', counted: ['used_count'] },
  coupon_uses: { key: ['coupon_id', 'user_id'], counted: ['used'] },
  cart_items: {},
  saved_items: {},
  wishlist_items: { key: ['user_id', 'product_id'] },
  pages: { key: ['slug'], label: 'title' },
  settings: { key: ['key'], label: 'key' },
  delivery_rules: { key: ['area'], label: 'area' },
  search_synonyms: { key: ['term', 'meaning'], label: 'term' },
  translations: { key: ['language', 'key'], label: 'text' },
  users: { label: 'name', without: ['password_hash', 'revision', 'language'] },
  orders: { label: 'order_number' },
  order_items: { label: 'product_name' },
  order_events: { label: 'kind' },
  returns: {},
  return_requests: { label: 'id', without: ['comment', 'refund_upi'] },
  payments: { label: 'transaction_id' },
  refunds: { label: 'reference', without: ['upi'] },
  ledger_entries: { label: 'source' },
  outbox: { label: 'kind' },
  notes: { label: 'about' },
  saved_views: { label: 'name' },
  staff: { label: 'name', without: ['password_hash', 'totp_secret', 'totp_step'] },
  roles: { key: ['name'], label: 'name' },
} as const satisfies Partial<Record<keyof Tables, AuditedTable>>

export type AuditedName = keyof typeof AUDITED

export const auditedTable = (name: AuditedName): AuditedTable => AUDITED[name]
export const keyOf = (name: AuditedName): readonly string[] => auditedTable(name).key ?? ['id']
