/** Imports, backups and copies that are begun at the desk: each runs in a process of its own, in which it stops no request. */
import { spawn } from 'node:child_process'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Job } from '@haat/contract/staff/jobs'
import type { Staff } from '@haat/contract/staff/index'
import { environmentOf } from '../../config.ts'
import { backupsFolder, fileTimestamp } from '../../db/newest-backup.ts'
import { badRequest, conflict, noSuch } from '../../http/failure.ts'
import { PROGRAMS } from '../../package-folder.ts'
import type { Shop } from '../../shop.ts'
import type { ActTable, Who } from '../act-table.ts'
import { FIELDS } from '../cells/fields.ts'
import * as store from './jobs.store.ts'

/** What the process of a job is told. */
export interface JobInput {
  who: Who
  /** Path of the file that is imported, or written. */
  file: string
  /** Of an import. */
  options?: {
    map: Record<string, string>
    set: Record<string, string>
    sheet?: string
    only: Job['only']
    dryRun: boolean
  }
}

/** A job that says nothing for this long is dead. */
const SILENT_MS = 60_000
const DEAD = 'The server was stopped while this ran. Run it again.'

export const uploadsFolder = (dataDir: string): string => join(dataDir, 'uploads')
/** The copy of the shop that was restored last. */
export const copyFolder = (dataDir: string): string => join(dataDir, 'restored')
export const refusedRows = (file: string): string => `${file}.refused.csv`

const isDead = ({ state, seen_at }: store.JobRow, now: Date): boolean =>
  state === 'running' && now.getTime() - seen_at.getTime() > SILENT_MS
/** Whether its process is at work. */
export const isRunning = (row: store.JobRow, now: Date): boolean =>
  row.state === 'running' && !isDead(row, now)

function shown(row: store.JobRow, now: Date): Job {
  const { file, options } = JSON.parse(row.input) as JobInput
  const result = row.kind === 'import' && row.result !== null ? JSON.parse(row.result) : null
  return {
    ...row,
    ...(isDead(row, now) && { state: 'failed', message: DEAD }),
    subject: nameOf(file),
    file: basename(file),
    only: options?.only ?? 'everything',
    map: options?.map ?? {},
    import: row.state === 'done' ? result : null,
    columns: row.state === 'failed' ? result : null,
    has_refused_rows: existsSync(refusedRows(file)),
  }
}

/** The name that the file had where it was uploaded from. */
const nameOf = (file: string): string => basename(file).replace(/^[\w-]{36}-/, '')

/** Begins a job. Of checks, only the last is kept. */
export async function startJob(
  { db, now, config, log }: Shop,
  kind: store.JobRow['kind'],
  input: JobInput,
): Promise<Job> {
  const at = now()
  const row = await db.transaction(async (tx) => {
    if (kind === 'check') await store.deleteJobs(tx, kind)
    return store.insertJob(tx, {
      kind,
      input: JSON.stringify(input),
      state: 'running',
      staff_name: input.who.name,
      started_at: at,
      seen_at: at,
    })
  })
  const child = spawn(process.execPath, [PROGRAMS.job, String(row.id)], {
    env: environmentOf(config),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  child.stderr.on('data', (text: Buffer) => log.warn({ job: row.id }, text.toString().trimEnd()))
  child.on('error', (err) => log.error({ err, job: row.id }, 'a job could not be started'))
  return shown(row, at)
}

const UPLOADED = /^[\w-]{36}-[^/\\]+$/

export const importActs: ActTable<Staff['imports']> = {
  async run(shop, { file, map, set, sheet, only, dry_run }, who) {
    const path = join(uploadsFolder(shop.config.dataDir), file)
    if (!UPLOADED.test(file) || !existsSync(path)) throw badRequest('Upload the file first.')
    const options = {
      map,
      set,
      only,
      dryRun: dry_run,
      ...(sheet !== undefined && { sheet }),
    }
    return startJob(shop, 'import', { who, file: path, options })
  },
  fields: async () => [...FIELDS],
}

async function jobOf({ db }: Shop, id: number): Promise<store.JobRow> {
  const row = await store.findJob(db, id)
  if (!row) throw noSuch(`There is no job ${id}.`)
  return row
}

export const jobActs: ActTable<Staff['jobs']> = {
  list: async ({ db, now }, { limit }) => (await store.findJobs(db, limit)).map((row) => shown(row, now())),
  show: async (shop, { job }) => shown(await jobOf(shop, job), shop.now()),
  async cancel(shop, { job }, { name }) {
    const { kind, input } = await jobOf(shop, job)
    const { options } = JSON.parse(input) as JobInput
    const message = `${name} cancelled it. ${options?.dryRun ? 'Nothing was changed.' : 'What was imported until then stays, and the audit can undo it.'}`
    const ended = { state: 'cancelled', message, ended_at: shop.now() } as const
    if (kind !== 'import' || !(await shop.db.transaction((tx) => store.updateRunning(tx, job, ended))))
      throw conflict('This has ended already.')
    return shown(await jobOf(shop, job), shop.now())
  },
  async refused(shop, { job }) {
    const { file } = JSON.parse((await jobOf(shop, job)).input) as JobInput
    const content = await readFile(refusedRows(file)).catch(() => null)
    if (!content) throw noSuch('No row was refused.')
    return { name: refusedRows(nameOf(file)), content }
  },
}

const isBackup = (name: string): boolean => /^haat-[\w.-]+\.tar\.gz$/.test(name)

export const backupActs: ActTable<Staff['backups']> = {
  async list({ config }) {
    const folder = backupsFolder(config.dataDir)
    const names = (await readdir(folder).catch(() => [])).filter(isBackup)
    const found = await Promise.all(
      names.map(async (name) => {
        const { size, mtime } = await stat(join(folder, name))
        return { name, bytes: size, made_at: mtime }
      }),
    )
    return found.toSorted((a, b) => b.made_at.getTime() - a.made_at.getTime())
  },
  async make(shop, _input, who) {
    const folder = backupsFolder(shop.config.dataDir)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Of a name of its own: only scheduled backups are deleted by age.
    return startJob(shop, 'backup', {
      who,
      file: join(folder, `haat-${fileTimestamp(shop.now())}-desk.tar.gz`),
    })
  },
  restore: async (shop, { name }, who) => startJob(shop, 'restore', { who, file: backupNamed(shop, name) }),
  download: async (shop, { name }) => ({ name, content: createReadStream(backupNamed(shop, name)) }),
}

/** @throws Failure when there is no such backup */
function backupNamed({ config }: Shop, name: string): string {
  const file = join(backupsFolder(config.dataDir), name)
  if (!isBackup(name) || !existsSync(file)) throw noSuch(`There is no backup ${name}.`)
  return file
}
