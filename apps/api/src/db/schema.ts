/**
 * Every table, defined once for both engines. Money is integer paise; times are in UTC. Constraints enforce the
 * invariants.
 */
import type { Kit } from './schema/kit.postgres.ts'
import { defineCatalogue } from './schema/catalogue.ts'
import { defineCarts, defineCustomers } from './schema/customers.ts'
import { defineCoupons, defineOrders, defineReturnRequests } from './schema/orders.ts'
import { definePayments } from './schema/payments.ts'
import { defineReviews } from './schema/reviews.ts'
import { defineStaff } from './schema/staff.ts'

export type Tables = ReturnType<typeof defineTables>
export type ProductRow = Tables['products']['$inferSelect']
export type VariantRow = Tables['variants']['$inferSelect']

export function defineTables(kit: Kit) {
  const customers = defineCustomers(kit)
  const catalogue = defineCatalogue(kit)
  const carts = defineCarts(kit, customers, catalogue)
  const reviews = defineReviews(kit, customers, catalogue)
  const coupons = defineCoupons(kit, customers, catalogue)
  const orders = defineOrders(kit, customers, coupons)
  const payments = definePayments(kit, orders)
  const requests = defineReturnRequests(kit, orders)
  const staff = defineStaff(kit)
  const internals = defineInternals(kit)
  return {
    ...{ ...customers, ...catalogue, ...carts, ...reviews, ...coupons, ...orders },
    ...{ ...requests, ...payments, ...staff, ...internals },
  }
}

/** Outbox, settings, pages, counters, search index, and what servers share. */
function defineInternals(kit: Kit) {
  const { table, id, integer, money, text, flag, moment, index, primaryKey } = kit
  return {
    /** The mails to send: enqueued in a transaction, sent after its commit. */
    outbox: table(
      'outbox',
      {
        id: id(),
        kind: text().notNull(),
        payload: text().notNull(),
        /** Jobs with the same key are one job. */
        dedupe_key: text().notNull().unique(),
        attempts: integer().notNull().default(0),
        next_at: moment().notNull(),
        done_at: moment(),
        last_error: text(),
      },
      (t) => [index('outbox_due').on(t.done_at, t.next_at)],
    ),
    settings: table('settings', { key: text().primaryKey(), value: text().notNull() }),
    /** What the merchant says of delivery to an area; null: what holds around it. */
    delivery_rules: table('delivery_rules', {
      /** The name of a state, or three to six digits that begin PIN codes. */
      area: text().primaryKey(),
      served: flag(),
      /** Whether cash is taken. */
      cod: flag(),
      charge: money(),
      /** Working days after the parcel has left. */
      days_from: integer(),
      days_to: integer(),
    }),
    /** The text pages that the merchant has written. */
    pages: table('pages', {
      slug: text().primaryKey(),
      title: text().notNull(),
      text: text().notNull(),
      /** Whether the footer links to it. */
      in_footer: flag().notNull().default(true),
      changed_at: moment().notNull(),
    }),
    /** The last number of each series, such as the invoices of a financial year. */
    counters: table('counters', { name: text().primaryKey(), value: integer().notNull() }),
    /** The words of each indexed product, by which a search ranks it: a line for each field. */
    search_documents: table('search_documents', {
      product_id: integer().primaryKey(),
      words: text().notNull(),
    }),
    /** Every word of the search index. */
    search_words: table(
      'search_words',
      {
        word: text().primaryKey(),
        /** What its forms have in common: that of `shoes` is that of `shoe`. */
        stem: text().notNull(),
        /** The stem from its end, to find words that end alike. */
        reversed_stem: text().notNull(),
        /** The consonants that its spellings share, in Latin and in Indic letters; empty if it has others. */
        sound: text().notNull(),
        /** About how many products have the word. */
        frequency: integer().notNull(),
      },
      (t) => [
        index('search_words_stem').on(t.stem),
        index('search_words_reversed').on(t.reversed_stem),
        index('search_words_sound').on(t.sound),
      ],
    ),
    /** What the merchant changed of the synonyms that the program brings along. Both texts are words joined by spaces. */
    search_synonyms: table(
      'search_synonyms',
      {
        term: text().notNull(),
        /** What a search for `term` finds too. */
        meaning: text().notNull(),
        is_removed: flag().notNull().default(false),
      },
      (t) => [primaryKey({ columns: [t.term, t.meaning] })],
    ),
    /** What the merchant's texts are in other languages, whatever they are the text of. */
    translations: table(
      'translations',
      {
        language: text().notNull(),
        /** A digest of the text. */
        key: text().notNull(),
        text: text().notNull(),
        translation: text().notNull(),
      },
      (t) => [primaryKey({ columns: [t.language, t.key] })],
    ),
    /** What customers searched without finding anything, by India's day. */
    empty_searches: table(
      'empty_searches',
      { day: text().notNull(), term: text().notNull(), times: integer().notNull() },
      (t) => [primaryKey({ columns: [t.day, t.term] })],
    ),
    /** What the table of limits counts: calls, logins, codes and mails, by all servers together. */
    rate_limits: table(
      'rate_limits',
      {
        /** A keyed digest of the limit and of whom it counts. */
        key: text().primaryKey(),
        requests: integer().notNull(),
        /** When counting starts again. */
        resets_at: moment().notNull(),
      },
      (t) => [index('rate_limits_resets').on(t.resets_at)],
    ),
  }
}
