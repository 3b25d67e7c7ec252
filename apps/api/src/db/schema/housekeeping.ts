/** What the shop keeps for itself. */
import type { Kit } from '../kit.postgres.ts'

export function defineHousekeeping(kit: Kit) {
  const { table, id, integer, text, moment, index, primaryKey } = kit
  /** Work to be done after a transaction, written within it: mails that must go out. */
  const outbox = table(
    'outbox',
    {
      id: id(),
      kind: text().notNull(),
      payload: text().notNull(),
      /** Two jobs with one key are one job. */
      dedupe_key: text().notNull().unique(),
      attempts: integer().notNull().default(0),
      next_at: moment().notNull(),
      done_at: moment(),
      last_error: text(),
    },
    (t) => [index('outbox_due').on(t.done_at, t.next_at)],
  )
  const settings = table('settings', { key: text().primaryKey(), value: text().notNull() })
  const pages = table('pages', { slug: text().primaryKey(), title: text().notNull(), text: text().notNull() })
  /** Last number given out of each series, such as the invoices of a financial year. */
  const counters = table('counters', { name: text().primaryKey(), value: integer().notNull() })
  /** Every word the search index knows. Words of products that are gone stay until it is rebuilt. */
  const search_words = table('search_words', {
    word: text().primaryKey(),
    /** In about how many products it stands. */
    frequency: integer().notNull().default(0),
  })
  /** Words under each spelling that lacks one of their letters: finds what was meant by equality. */
  const search_typos = table('search_typos', { deletion: text().notNull(), word: text().notNull() }, (t) => [
    primaryKey({ columns: [t.deletion, t.word] }),
  ])
  return { outbox, settings, pages, counters, search_words, search_typos }
}
