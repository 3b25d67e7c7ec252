/** The people who run the shop, their sessions, and the audit of what they did. */
import type { Kit } from './kit.postgres.ts'

export function defineStaff(kit: Kit) {
  const { table, id, idOf, integer, text, flag, moment, index, primaryKey } = kit
  const staff = table('staff', {
    id: id(),
    name: text().notNull(),
    /** Trimmed and lower-cased. */
    email: text().notNull().unique(),
    /** A built-in role of the contract, or the name of a row of `roles`. */
    role: text().notNull(),
    /** argon2id, PHC string. */
    password_hash: text().notNull(),
    /** Base32; null without a second factor. */
    totp_secret: text(),
    /** Until a code has proved that the secret arrived, it is not asked for. */
    totp_confirmed_at: moment(),
    /** The last 30-second step whose code was used: each code is good once. */
    totp_step: integer().notNull().default(0),
    created_at: moment().notNull(),
    /** Null for who may log in. */
    disabled_at: moment(),
  })
  const member = () => idOf(() => staff.id, 'cascade')

  return {
    staff,
    /** Combinations of permissions that the shop made itself. */
    roles: table('roles', {
      name: text().primaryKey(),
      /** JSON: a list of permissions. */
      permissions: text().notNull(),
    }),
    staff_sessions: table(
      'staff_sessions',
      {
        /** SHA-256 of the token in the cookie. */
        token_hash: text().primaryKey(),
        /** Names the session to its owner. Random. */
        id: integer().notNull(),
        staff_id: member(),
        device: text().notNull(),
        ip: text().notNull(),
        /** Whether it lasts for weeks instead of hours. */
        is_remembered: flag().notNull(),
        created_at: moment().notNull(),
        last_used_at: moment().notNull(),
        expires_at: moment().notNull(),
      },
      (t) => [index('staff_sessions_staff').on(t.staff_id)],
    ),
    /** Codes that stand in for a second factor, each once. */
    staff_recovery_codes: table(
      'staff_recovery_codes',
      { staff_id: member(), code_hash: text().notNull() },
      (t) => [primaryKey({ columns: [t.staff_id, t.code_hash] })],
    ),
    /** Links that let somebody in once: the first owner, an invitation, a new password. */
    staff_links: table('staff_links', {
      /** SHA-256 of the secret in the link. */
      token_hash: text().primaryKey(),
      kind: text().$type<'owner' | 'invitation' | 'password'>().notNull(),
      /** Empty for the first owner, who gives it. */
      email: text().notNull(),
      name: text().notNull(),
      role: text().notNull(),
      expires_at: moment().notNull(),
    }),
    /** Links that let one phone each add pictures to a product. */
    camera_links: table('camera_links', {
      id: id(),
      /** SHA-256 of the secret in the link. */
      token_hash: text().notNull().unique(),
      /** Who made it, and in which session: it ends with that. */
      staff_id: member(),
      session_id: integer().notNull(),
      /** Null for a product that is not stored yet. */
      product_id: integer(),
      /** SHA-256 of the secret of the phone that has opened it. */
      phone_hash: text(),
      expires_at: moment().notNull(),
      /** JSON: the addresses of the pictures that came. */
      media_urls: text().notNull().default('[]'),
    }),
    /** Every act of the staff. Triggers refuse to change or delete an entry. */
    audit_entries: table(
      'audit_entries',
      {
        id: id(),
        at: moment().notNull(),
        via: text().$type<'desk' | 'cli' | 'job'>().notNull(),
        /** Null on the command line. */
        staff_id: integer(),
        staff_name: text().notNull(),
        ip: text(),
        request_id: text(),
        /** Group and name in the contract, such as `orders.ship`. */
        act: text().notNull(),
        /** What it changed, as a person calls it. */
        subject: text().notNull(),
        /** JSON, as on the wire. */
        input: text().notNull(),
        /** The entry that this one undid. */
        undo_of: integer(),
      },
      (t) => [index('audit_entries_undo').on(t.undo_of)],
    ),
    /** The rows that an act changed, written by triggers: see `audited-tables.ts`. */
    audit_changes: table(
      'audit_changes',
      {
        id: id(),
        // No foreign key: the entry is written after its first changes.
        entry_id: integer().notNull(),
        /** Transactions of one act are counted: each is undone as a whole. */
        part: integer().notNull(),
        table_name: text().notNull(),
        /** The primary key; several columns are joined by slashes. */
        row_key: text().notNull(),
        /** What a person calls the row. */
        label: text(),
        /** JSON: the changed columns, or the whole deleted row; null for a new row. */
        before: text(),
        /** JSON: the changed columns; null for a new or a deleted row. */
        after: text(),
      },
      (t) => [
        index('audit_changes_entry').on(t.entry_id, t.part),
        index('audit_changes_row').on(t.table_name, t.row_key),
      ],
    ),
    /** What the staff note about an order or a customer. */
    notes: table(
      'notes',
      {
        id: id(),
        about: text().$type<'order' | 'customer'>().notNull(),
        about_id: integer().notNull(),
        text: text().notNull(),
        staff_name: text().notNull(),
        at: moment().notNull(),
      },
      (t) => [index('notes_about').on(t.about, t.about_id)],
    ),
    /** Searches and filters of a list, under a name. */
    saved_views: table('saved_views', {
      id: id(),
      /** The list's path at the desk, such as `orders`. */
      list: text().notNull(),
      name: text().notNull(),
      /** As in the address: `status=CONFIRMED&from=2026-11-01`. */
      search: text().notNull(),
      /** Who saved it. */
      staff_id: integer().notNull(),
      /** Whether all of the staff see it. */
      is_shared: flag().notNull(),
    }),
    /** Long work that somebody of the staff began, and that a process of its own does. */
    jobs: table('jobs', {
      id: id(),
      kind: text().$type<'import' | 'backup' | 'restore' | 'check'>().notNull(),
      /** JSON: what to do, and who began it. */
      input: text().notNull(),
      state: text().$type<'running' | 'done' | 'failed' | 'cancelled'>().notNull(),
      /** Of `total` parts; both 0 at first. */
      done: integer().notNull().default(0),
      total: integer().notNull().default(0),
      /** JSON: what came of it. */
      result: text(),
      /** Why it failed, or what to do with what came of it. */
      message: text(),
      staff_name: text().notNull(),
      started_at: moment().notNull(),
      /** When its process last said that it runs. */
      seen_at: moment().notNull(),
      ended_at: moment(),
    }),
  }
}
