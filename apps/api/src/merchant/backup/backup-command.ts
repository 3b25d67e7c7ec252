/** `haat backup` and `haat restore`. */
import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { inspectSqlite, whileAlone } from '../../db/open.resting.ts'
import { BackupRefused } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'
import { formatMoment } from '../../format.ts'
import { print, progressBar, withShop } from '../command.ts'
import { UserError } from '../user-error.ts'

export function registerBackup(program: Command): void {
  program
    .command('backup')
    .description('save the whole shop in one file, while it runs')
    .argument('<file>', 'such as shop.tar.gz')
    .option('--with-secrets', 'also the keys of sessions and payments: keep such a file like a password')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nCopying the data folder of a running shop by hand is no backup: the database is more than one file.\n\nExample:\n  haat backup ~/backups/shop-2026-03-31.tar.gz',
    )
    .action(async (file: string, { withSecrets, json }: { withSecrets?: boolean; json?: boolean }) => {
      const bar = progressBar('Backing up')
      const options = { secrets: withSecrets ?? false, onProgress: bar.to }
      const result = await refusing(withShop((shop) => writeBackup(shop, file, options))).finally(bar.stop)
      print(
        result,
        json,
        ({ bytes, files }) => `Wrote ${file}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB.`,
      )
    })

  program
    .command('restore')
    .description('bring a shop back from such a file, into an empty data folder')
    .argument('<file>', 'made by haat backup')
    .option('--replace', 'replace the shop that is there; it is kept in a folder beside')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  DATA_DIR=/srv/shop haat restore shop.tar.gz\n  haat restore shop.tar.gz --replace',
    )
    .action(async (file: string, { replace, json }: { replace?: boolean; json?: boolean }) => {
      const { dataDir, databaseUrl } = readConfig()
      if (databaseUrl !== null)
        throw new UserError('This shop keeps its data in PostgreSQL: restore it with pg_restore.')
      const database = { inspect: inspectSqlite, whileAlone }
      const frame = { replace: replace ?? false, now: new Date() }
      const result = await refusing(restoreBackup(file, dataDir, database, frame))
      print(result, json, ({ manifest, safety }) => {
        const kept = safety === null ? '' : ` The shop that was there is in ${safety}.`
        return `Restored the shop of ${formatMoment(new Date(manifest.created_at))} into ${dataDir}.${kept}`
      })
    })
}

async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof BackupRefused ? new UserError(error.message) : error
  }
}
