/** `haat media`. */
import type { Command } from 'commander'
import { openMediaStorage } from '../../adapters/media-storage.ts'
import { type Config, ConfigError, readConfig } from '../../config.ts'
import { addPlainCommand, withProgress } from '../command.ts'
import { UserError } from '../user-error.ts'
import { moveMedia, type MoveMediaResult } from './move-media.ts'

const HELP = `Copies the pictures and videos to a bucket of an S3 server, or back to the data folder.
Each copy is read back and compared. It works while the shop runs, may be stopped, and goes on when it is run again.
Nothing is deleted at the source without --delete-source. Files that are damaged there, or no pictures or videos, are
listed, nothing is deleted, and the exit code is 1.

The address is s3://BUCKET or s3://BUCKET/PREFIX with the options endpoint, region and http=allowed; the keys are
AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.

Examples:
  haat media move --to 's3://shop-media?endpoint=https://s3.example.in&region=in-1'   # then set MEDIA_URL to it
  haat media move --to folder                                   # with MEDIA_URL set; then unset it`

export function registerMedia(program: Command): void {
  const media = program
    .command('media')
    .description('move pictures and videos between the data folder and an S3 server')
  addPlainCommand(media, {
    name: 'move',
    description: 'copy all pictures and videos to another place',
    options: {
      '--to <place>': { text: 'a bucket (s3://…), or folder', required: true },
      '--dry-run': 'read and compare, count what would be copied, and change nothing',
      '--delete-source': 'delete the files at the source once all copies are compared',
    },
    help: HELP,
    async run(config, { to, dryRun = false, deleteSource = false }) {
      if (dryRun && deleteSource) throw new UserError('Give either --dry-run or --delete-source.')
      const { from, target } = readPlaces(config, to)
      const moved = await withProgress(dryRun ? 'Comparing' : 'Copying', (onProgress) =>
        moveMedia(from, target, { dryRun, deleteSource, onProgress }),
      )
      if (moved.damaged.length > 0) process.exitCode = 1
      return { moved, to, dryRun }
    },
    text: describe,
    json: ({ moved }) => moved,
  })
}

/** From where MEDIA_URL says that the media are; from the data folder when that is the target. */
function readPlaces(config: Config, to: string) {
  const target = openMediaStorage(configFor(to))
  const current = openMediaStorage(config)
  if (current.place !== target.place) return { from: current, target }
  if (to !== 'folder') return { from: openMediaStorage({ ...config, media: null }), target }
  throw new UserError('The media are in the data folder. To copy them from a bucket, set MEDIA_URL to it.')
}

function configFor(to: string): Config {
  try {
    return readConfig(undefined, { MEDIA_URL: to === 'folder' ? '' : to })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new UserError(error.message.replaceAll('MEDIA_URL', '--to'))
  }
}

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`

function describe({ moved, to, dryRun }: { moved: MoveMediaResult; to: string; dryRun: boolean }): string {
  const { from, files, copied, bytes, deleted, damaged } = moved
  const total = plural(files, 'picture or video', 'pictures and videos')
  const held =
    damaged.length === 0
      ? `${moved.to} has ${total}`
      : `Of ${total}, all but ${damaged.length} are in ${moved.to}`
  const lines = dryRun
    ? [
        `${from} has ${total}. ${plural(copied, 'file is', 'files are')} missing or different in ${moved.to}. Nothing was changed.`,
      ]
    : [
        `${held}, each compared. ${plural(copied, 'file was', 'files were')} copied (${(bytes / 1e6).toFixed(1)} MB).`,
        `${deleted > 0 ? plural(deleted, 'file was', 'files were') : 'Nothing was'} deleted in ${from}.`,
      ]
  if (damaged.length > 0) {
    const are = plural(damaged.length, 'file is', 'files are')
    lines.push(`${are} damaged in ${from}, or no picture or video. Add the pictures again, or delete them:`)
    lines.push(...damaged.map((name) => `  ${name}`))
  }
  if (!dryRun) lines.push(nextStep(to))
  return lines.join('\n')
}

const nextStep = (to: string): string =>
  to === 'folder'
    ? 'Unset MEDIA_URL, and start every server again.'
    : `Set MEDIA_URL='${to}' with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and start every server again.`
