/** `haat backup` and `haat restore`. */
import type { Command } from 'commander'
import { type MediaStorage, openMediaStorage } from '../../adapters/media-storage.ts'
import { readConfig } from '../../config.ts'
import { formatMoment } from '../../format.ts'
import { print, progressBar, withShop } from '../command.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

interface BackupFlags {
  withMedia?: boolean
  withSecrets?: boolean
  json?: boolean
}

/** @param leftOut where the media are that the backup does not hold */
function mediaText(leftOut: string | undefined, { place, isShared }: MediaStorage): string {
  if (leftOut === undefined) return isShared ? `\nPictures and videos were stored in ${place}.` : ''
  const next = leftOut === place ? 'which the shop uses.' : 'which MEDIA_URL does not name.'
  return `\nPictures and videos are not in the backup. They were in ${leftOut}, ${next} haat doctor names those that are missing.`
}

export function registerBackup(program: Command): void {
  program
    .command('backup')
    .description('save the whole shop to one file; works while the shop runs')
    .argument('<file>', 'file to write, such as shop.tar.gz')
    .option('--with-media', 'include pictures and videos that MEDIA_URL keeps in a bucket')
    .option('--with-secrets', 'include the session and payment keys; guard the file like a password')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nDo not copy the data folder of a running shop instead: the database consists of several files.\n\nExample:\n  haat backup ~/backups/shop-2026-03-31.tar.gz',
    )
    .action(async (file: string, { withMedia = false, withSecrets = false, json }: BackupFlags) => {
      const bar = progressBar('Backing up')
      const options = { secrets: withSecrets, media: withMedia, onProgress: bar.to }
      const result = await withShop((shop) => writeBackup(shop, file, options)).finally(bar.stop)
      print(
        result,
        json,
        ({ bytes, files, media, foreign }) =>
          `Saved ${files} ${files === 1 ? 'file' : 'files'} to ${file} (${bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`}).${media === null ? '' : `\nPictures and videos are not in it: they stay in ${media}. To include them, add --with-media.`}${foreign.length === 0 ? '' : `\nLeft out, as no pictures or videos of the shop: ${foreign.join(', ')}`}`,
      )
    })

  program
    .command('restore')
    .description(
      'restore a backup into an empty data folder; with DATABASE_URL, into that empty database too',
    )
    .argument('<file>', 'backup made by haat backup')
    .option('--replace', 'replace the existing shop; it is kept in the folder before-restore-…')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  DATA_DIR=/srv/shop haat restore shop.tar.gz\n  haat restore shop.tar.gz --replace',
    )
    .action(async (file: string, { replace = false, json }: { replace?: boolean; json?: boolean }) => {
      const config = readConfig()
      const { dataDir, databaseUrl } = config
      const media = openMediaStorage(config)
      const result = await restoreBackup(file, dataDir, { replace, now: new Date(), databaseUrl, media })
      print(result, json, ({ manifest, safety }) => {
        const previous = safety === null ? '' : ` What it replaced is in ${safety}.`
        return `Restored the backup of ${formatMoment(new Date(manifest.created_at))} into ${databaseUrl === null ? '' : 'PostgreSQL and '}${dataDir}.${previous}${mediaText(manifest.media, media)}`
      })
    })
}
