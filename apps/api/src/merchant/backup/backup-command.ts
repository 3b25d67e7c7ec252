/** `haat backup` and `haat restore`. */
import type { Command } from 'commander'
import { plural } from '@haat/contract/staff/act'
import { type MediaStorage, openMediaStorage } from '../../adapters/media-storage.ts'
import { formatMoment } from '../../format.ts'
import { addCommand, addPlainCommand, withProgress } from '../command.ts'
import { restoreBackup } from './restore-backup.ts'
import { type BackupResult, writeBackup } from './write-backup.ts'

export function registerBackup(program: Command): void {
  addCommand(program, {
    name: 'backup',
    description: 'save the whole shop to one file; works while the shop runs',
    args: { '<file>': 'file to write, such as shop.tar.gz' },
    options: {
      '--with-media': 'include pictures and videos that MEDIA_URL keeps in a bucket',
      '--with-secrets': 'include the session and payment keys; guard the file like a password',
    },
    help: 'Do not copy the data folder of a running shop instead: the database consists of several files.\n\nExample:\n  haat backup ~/backups/shop-2026-03-31.tar.gz',
    run: (shop, { withMedia: media = false, withSecrets: secrets = false }, file) =>
      withProgress('Backing up', (onProgress) => writeBackup(shop, file, { secrets, media, onProgress })),
    text: savedText,
    json: true,
  })

  addPlainCommand(program, {
    name: 'restore',
    description:
      'restore a backup into an empty data folder; with DATABASE_URL, into that empty database too',
    args: { '<file>': 'backup made by haat backup' },
    options: { '--replace': 'replace the existing shop; it is kept in the folder before-restore-…' },
    help: 'Examples:\n  DATA_DIR=/srv/shop haat restore shop.tar.gz\n  haat restore shop.tar.gz --replace',
    run: (config, { replace = false }, file) =>
      restoreBackup(file, config.dataDir, { replace, now: new Date(), databaseUrl: config.databaseUrl }),
    text: ({ manifest, safety }, config) => {
      const { dataDir, databaseUrl } = config
      const previous = safety === null ? '' : ` What it replaced is in ${safety}.`
      return `Restored the backup of ${formatMoment(new Date(manifest.created_at))} into ${databaseUrl === null ? '' : 'PostgreSQL and '}${dataDir}.${previous}${mediaText(manifest.media, openMediaStorage(config))}`
    },
  })
}

function savedText({ file, bytes, files, media }: BackupResult): string {
  const size = bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
  const lines = [`Saved ${plural(files, 'file')} to ${file} (${size}).`]
  if (media !== null)
    lines.push(`Pictures and videos are not in it: they stay in ${media}. To include them, add --with-media.`)
  return lines.join('\n')
}

/** @param leftOut where the media are that the backup does not hold */
function mediaText(leftOut: string | undefined, { place, isShared }: MediaStorage): string {
  if (leftOut === undefined)
    return isShared
      ? `\nPictures and videos are in the data folder. Copy them to ${place} with haat media move --to "$MEDIA_URL".`
      : ''
  const next = leftOut === place ? 'which the shop uses.' : 'which MEDIA_URL does not name.'
  return `\nPictures and videos are not in the backup. They were in ${leftOut}, ${next} haat doctor names those that are missing.`
}
