/** Long work that goes on when the page is closed: imports and backups. */
import * as z from 'zod/mini'
import { Id, Moment } from '../wire.ts'
import { act, field, FileReply, flag, limit, text, TextOrNull, whole } from './act.ts'

/** What an upload replies: the name by which acts take the file. */
export const Upload = z.object({ file: z.string(), bytes: z.int() })

/** How the columns of a file were understood. */
const Columns = z.object({
  layout: z.string(),
  /** The heading of the file, by field of the shop. */
  columns: z.record(z.string(), z.string()),
  unused: z.array(z.string()),
})
export type ImportColumns = z.output<typeof Columns>

/** What an import did, or in a dry run would do. */
const ImportResult = z.extend(Columns, {
  notes: z.array(z.string()),
  ...{ rows: z.int(), created: z.int(), changed: z.int(), unchanged: z.int(), refused: z.int() },
  ...{ hidden: z.int(), large_changes: z.int(), pictures_refused: z.int() },
  /** How often a row or picture was refused, by reason. */
  reasons: z.record(z.string(), z.int()),
  /** Names of new categories. */
  categories: z.array(z.string()),
  /** Products and changes, in words. */
  examples: z.array(z.string()),
  dry_run: z.boolean(),
  /** What `audit.undo` takes; null where nothing was written. */
  entry: z.nullable(Id),
})
export type ImportReply = z.output<typeof ImportResult>

const Only = z.enum(['everything', 'stock', 'prices'])
/** Texts by field of the shop. */
const FieldTexts = z.record(z.string(), z.string())

const Backup = z.object({ name: z.string(), bytes: z.int(), made_at: Moment })

export const Job = z.object({
  id: Id,
  kind: z.enum(['import', 'backup', 'restore', 'check']),
  /** The file, as it is called. */
  subject: z.string(),
  /** Of an import: what to begin it again with. */
  file: z.string(),
  only: Only,
  map: FieldTexts,
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  done: z.int(),
  total: z.int(),
  /** Why it failed or ended, or what to do with what came of it. */
  message: TextOrNull,
  staff_name: z.string(),
  started_at: Moment,
  ended_at: z.nullable(Moment),
  import: z.nullable(ImportResult),
  /** Of an import that failed because no column was recognised as one that it needs: map others. */
  columns: z.nullable(Columns),
  has_refused_rows: z.boolean(),
})
export type Job = z.output<typeof Job>

const job = whole(2_147_483_647, 'id of the job')

export const staffImports = {
  run: act(null, {
    route: 'POST /api/desk/imports',
    permission: 'imports.run',
    summary: 'import a file; uploaded, of products, stocks or prices',
    input: {
      file: text('what the upload replied'),
      only: z.prefault(field(Only, 'what the file may change'), 'everything'),
      map: z.prefault(field(FieldTexts, 'the heading of each field that was not recognised'), {}),
      set: z.prefault(field(FieldTexts, 'values for rows that leave the field empty'), {}),
      sheet: z.optional(text('the sheet of a workbook')),
      dry_run: flag('only say what would be imported'),
    },
    reply: Job,
    is_job: true,
  }),
  fields: act(null, {
    route: 'GET /api/desk/imports/fields',
    permission: 'imports.run',
    summary: 'list the fields that a column can be mapped to',
    reply: z.array(z.string()),
  }),
}

export const staffJobs = {
  list: act(null, {
    route: 'GET /api/desk/jobs',
    permission: ['imports.run', 'backups.make'],
    summary: 'list imports, backups and copies that were begun at the desk, newest first',
    input: { limit: limit(20, 1000) },
    reply: z.array(Job),
  }),
  show: act(null, {
    route: 'GET /api/desk/jobs/{job}',
    permission: ['imports.run', 'backups.make'],
    summary: 'show a job: how far it is, or what came of it',
    input: { job },
    reply: Job,
  }),
  cancel: act(null, {
    route: 'POST /api/desk/jobs/{job}/cancel',
    permission: 'imports.run',
    summary: 'stop an import; what it has written stays, and the audit can undo it',
    input: { job },
    reply: Job,
    is_job: true,
    undo: false,
  }),
  refused: act(null, {
    route: 'GET /api/desk/jobs/{job}/refused',
    permission: 'imports.run',
    summary: 'download the rows that an import refused, to correct and import again',
    input: { job },
    reply: FileReply,
    file: 'text/csv',
  }),
}

const name = text('as the list names it')

export const staffBackups = {
  list: act(null, {
    route: 'GET /api/desk/backups',
    permission: 'backups.make',
    summary: 'list the backups in the data folder, newest first',
    reply: z.array(Backup),
  }),
  make: act(null, {
    route: 'POST /api/desk/backups',
    permission: 'backups.make',
    summary: 'back up the shop now',
    reply: Job,
    is_job: true,
    undo: false,
  }),
  restore: act(null, {
    route: 'POST /api/desk/backups/{name}/restore',
    permission: 'backups.download',
    summary: 'restore a backup to a copy beside the shop, which it replaces nothing of',
    input: { name },
    reply: Job,
    is_job: true,
    undo: false,
  }),
  download: act(null, {
    route: 'GET /api/desk/backups/{name}',
    permission: 'backups.download',
    summary: 'download a backup; it holds all data of all customers',
    input: { name },
    reply: FileReply,
    file: 'application/gzip',
    audited: true,
  }),
}
