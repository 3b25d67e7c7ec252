/** `haat media`: copies pictures and videos from one storage to another. */
import type { Command } from 'commander'
import PQueue from 'p-queue'
import { FileDamaged } from '../../adapters/files.ts'
import { type MediaStorage, openMediaStorage } from '../../adapters/media-storage.ts'
import { type Config, ConfigError, readConfig } from '../../config.ts'
import { addPlainCommand, withProgress } from '../command.ts'
import { UserError } from '../user-error.ts'

const HELP = `Copies the pictures and videos to a bucket of an S3 server, or back to the data folder.
Each copy is read back and compared. It works while the shop runs, may be stopped, and goes on when it is run again.
Nothing is deleted at the source. Files that are damaged there, or no pictures or videos, are listed, and the exit code is 1.

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
    },
    help: HELP,
    async run(config, { to, dryRun = false }) {
      const { from, target } = readPlaces(config, to)
      const moved = await withProgress(dryRun ? 'Comparing' : 'Copying', (onProgress) =>
        moveMedia(from, target, { dryRun, onProgress }),
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

type Moved = Awaited<ReturnType<typeof moveMedia>>

function describe({ moved, to, dryRun }: { moved: Moved; to: string; dryRun: boolean }): string {
  const { from, files, copied, bytes, damaged } = moved
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
        `Nothing was deleted in ${from}.`,
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

const AT_ONCE = 4

type Place = Pick<MediaStorage, 'place' | 'files'>

/**
 * Copies every file that the target lacks or has with another content, and reads each copy back. It may be stopped and
 * run again. Other files of the target stay, and so do its copies of files that are damaged at the source.
 *
 * @param options with `dryRun` it reads and compares, and writes nothing
 * @throws UserError when a copy differs; StorageUnavailable
 */
export async function moveMedia(
  from: Place,
  to: Place,
  options: { dryRun?: boolean; onProgress?: (done: number, total: number) => void } = {},
) {
  const { dryRun = false, onProgress = () => undefined } = options
  const there = new Set(await to.files.list())
  const names = await from.files.list()
  const done = new Map<string, Copied>()
  const queue = new PQueue({ concurrency: AT_ONCE })
  const copyNamed = async (name: string): Promise<void> => {
    done.set(name, await copy(name, from, to, there.has(name), dryRun))
    onProgress(done.size, names.length)
  }
  try {
    await queue.addAll(names.map((name) => () => copyNamed(name)))
  } finally {
    queue.clear()
    await queue.onIdle()
  }
  const namesOf = (outcome: Copied['outcome']): string[] =>
    names.filter((name) => done.get(name)!.outcome === outcome).toSorted()
  return {
    from: from.place,
    to: to.place,
    files: names.length,
    /** Files that the target lacked or had with another content. */
    copied: namesOf('copied').length,
    bytes: [...done.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    /** Names of files at the source that are damaged, or no pictures or videos. They are not copied. */
    damaged: namesOf('damaged'),
  }
}

interface Copied {
  /** `gone`: it was deleted meanwhile. */
  outcome: 'same' | 'copied' | 'gone' | 'damaged'
  /** Written, or to be written. */
  bytes: number
}

/** @param isThere whether the target has a file of this name */
async function copy(
  name: string,
  from: Place,
  to: Place,
  isThere: boolean,
  dryRun: boolean,
): Promise<Copied> {
  const without = (outcome: Copied['outcome']): Copied => ({ outcome, bytes: 0 })
  const read = await from.files.read(name).catch((error: unknown) => {
    if (error instanceof FileDamaged) return without('damaged')
    throw error
  })
  if (read === null) return without((await from.files.list(name)).includes(name) ? 'damaged' : 'gone')
  if ('outcome' in read) return read
  const isSame = async () => (await to.files.read(name))?.equals(read) ?? false
  // A damaged copy cannot be read: it is written again.
  if (isThere && (await isSame().catch(() => false))) return without('same')
  const copied = { outcome: 'copied', bytes: read.length } as const
  if (dryRun) return copied
  await to.files.write(name, read)
  const isSound = await isSame().catch((error: Error) => error.message)
  if (isSound === true) return copied
  throw new UserError(
    `The copy of ${name} in ${to.place} could not be confirmed: ${isSound || 'it differs.'} Run the command again.`,
  )
}
