/** `haat move`. */
import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { print, progressBar } from '../command.ts'
import { UserError } from '../user-error.ts'
import { type MoveResult, moveToPostgres, moveToSqlite, undoMove } from './move-shop.ts'

const HELP = `
Stop the server first. Every row is copied with its id and compared; pictures and secrets stay in the data folder.
The old database is kept, closed. Until the shop has new orders, customers or passwords, or blocks a customer, --undo
opens it again; every customer then has to log in again.

Examples:
  haat move --to postgres://haat:PASSWORD@127.0.0.1:5432/haat    # then set DATABASE_URL to it
  haat move --to sqlite                                          # then unset DATABASE_URL
  DATABASE_URL=postgres://haat:PASSWORD@127.0.0.1:5432/haat haat move --undo`

interface Options {
  to?: string
  undo?: boolean
  json?: boolean
}

export function registerMove(program: Command): void {
  program
    .command('move')
    .description('move the shop from SQLite to PostgreSQL, or back')
    .option('--to <database>', 'an empty PostgreSQL database (postgres://…), or sqlite')
    .option('--undo', 'go back to the old database; DATABASE_URL names the PostgreSQL one')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async ({ to, undo = false, json }: Options) => {
      if ((to === undefined) === !undo) throw new UserError('Give either --to or --undo.')
      if (undo) print(await goBack(), json, backText)
      else print(await move(to ?? ''), json, movedText)
    })
}

async function move(to: string): Promise<MoveResult> {
  const config = readConfig()
  const { dataDir, databaseUrl } = config
  const isPostgres = /^postgres(ql)?:\/\//.test(to) && URL.canParse(to)
  if (to !== 'sqlite' && !isPostgres) throw new UserError('--to must be postgres://…, or sqlite.')
  if (isPostgres && databaseUrl !== null)
    throw new UserError(
      'The shop is in PostgreSQL already. To move it to another server, use haat backup and haat restore.',
    )
  if (!isPostgres && databaseUrl === null)
    throw new UserError('The shop is in SQLite already: DATABASE_URL is not set.')
  const bar = progressBar('Moving')
  const options = {
    dataDir,
    url: databaseUrl ?? to,
    now: new Date(),
    ...(config.unstoredSecrets === null && { secrets: config }),
    onProgress: bar.to,
  }
  return (isPostgres ? moveToPostgres(options) : moveToSqlite(options)).finally(bar.stop)
}

async function goBack(): Promise<{ to: string }> {
  const { dataDir, databaseUrl } = readConfig()
  if (databaseUrl === null)
    throw new UserError(
      'Set DATABASE_URL to the PostgreSQL database of the move, such as DATABASE_URL=postgres://… haat move --undo',
    )
  return undoMove({ dataDir, url: databaseUrl, now: new Date() })
}

const next = (to: string): string =>
  to.startsWith('postgres')
    ? 'Set DATABASE_URL to it, leave DATA_DIR as it is, and start the server.'
    : 'Unset DATABASE_URL, leave DATA_DIR as it is, and start the server.'

const movedText = ({ to, tables }: MoveResult): string =>
  [
    `Moved the shop to ${to}: ${tables.reduce((sum, { rows }) => sum + rows, 0).toLocaleString('en-IN')} rows in ${tables.length} tables, each compared.`,
    next(to),
    'The old database is kept and closed. Until there are new orders or customers, haat move --undo goes back to it.',
  ].join('\n')

const backText = ({ to }: { to: string }): string =>
  `The shop is in ${to} again. Every customer has to log in again. ${next(to)}`
