/** `haat move`. */
import type { Command } from 'commander'
import type { Config } from '../../config.ts'
import { addPlainCommand, withProgress } from '../command.ts'
import { UserError } from '../user-error.ts'
import { type MoveOptions, type MoveResult, moveToPostgres, moveToSqlite } from './move-shop.ts'

const HELP = `Stop the server first. Every row is copied with its id and compared; pictures and secrets stay in the data folder.
The old database is kept, closed. To go back, move the shop again, with all that has happened since; or restore a
backup that you made before.

Examples:
  haat move --to postgres://haat:PASSWORD@127.0.0.1:5432/haat    # then set DATABASE_URL to it
  haat move --to sqlite                                          # then unset DATABASE_URL`

export function registerMove(program: Command): void {
  addPlainCommand(program, {
    name: 'move',
    description: 'move the shop from SQLite to PostgreSQL, or back',
    options: {
      '--to <database>': { text: 'an empty PostgreSQL database (postgres://…), or sqlite', required: true },
    },
    help: HELP,
    run: (config, { to }) => withProgress('Moving', (onProgress) => move(to, config, onProgress)),
    text: movedText,
  })
}

async function move(
  to: string,
  { dataDir, databaseUrl }: Config,
  onProgress: MoveOptions['onProgress'],
): Promise<MoveResult> {
  const isPostgres = /^postgres(ql)?:\/\//.test(to) && URL.canParse(to)
  if (to !== 'sqlite' && !isPostgres) throw new UserError('--to must be postgres://…, or sqlite.')
  if (isPostgres && databaseUrl !== null)
    throw new UserError(
      'The shop is in PostgreSQL already. To move it to another server, use haat backup and haat restore.',
    )
  if (!isPostgres && databaseUrl === null)
    throw new UserError('The shop is in SQLite already: DATABASE_URL is not set.')
  const options = { dataDir, url: databaseUrl ?? to, now: new Date(), onProgress }
  return isPostgres ? moveToPostgres(options) : moveToSqlite(options)
}

const movedText = ({ to, tables }: MoveResult): string =>
  [
    `Moved the shop to ${to}: ${tables.reduce((sum, { rows }) => sum + rows, 0).toLocaleString('en-IN')} rows in ${tables.length} tables, each compared.`,
    `${to.startsWith('postgres') ? 'Set DATABASE_URL to it' : 'Unset DATABASE_URL'}, leave DATA_DIR as it is, and start the server.`,
    'The old database is kept and closed. To go back, run haat move again, or restore a backup of before.',
  ].join('\n')
