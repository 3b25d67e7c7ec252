import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { haatInProcess } from '../../../test/haat-in-process.ts'
import { s3ForThisTest, type S3Server } from '../../../test/s3-server.ts'
import { temporaryFolder } from '../../../test/server-process.ts'
import { openMediaStorage } from '../../adapters/media-storage.ts'
import { readConfig } from '../../config.ts'
import { moveMedia } from './media-command.ts'

/** A data folder with 130 pictures, more than a page of the server's list, and a video. */
function aFolder(): string {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'media'), { recursive: true })
  for (let n = 0; n < 130; n += 1) writeFileSync(join(dataDir, `media/p-${n}.webp`), `picture ${n}`)
  writeFileSync(join(dataDir, 'media/turn.mp4'), Buffer.alloc(50_000, 7))
  writeFileSync(join(dataDir, 'media/.half.part'), 'not a file of the shop')
  return dataDir
}

const filesIn = (dataDir: string, env: Partial<S3Server['env']> = {}) =>
  openMediaStorage(readConfig({ DATA_DIR: dataDir, ...env }))

const contentsOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .toSorted()
    .map((name) => [name, readFileSync(join(folder, name), 'base64')])

it('copies to a bucket and back, byte by byte, and what is there already only once', async () => {
  const s3 = await s3ForThisTest()
  const [from, into] = [aFolder(), temporaryFolder()]
  const bucket = filesIn(from, s3.env)
  expect(await moveMedia(filesIn(from), bucket, { dryRun: true })).toMatchObject({ copied: 131 })
  expect(s3.objects.size).toBe(0)

  // It is stopped in the middle, and one copy is damaged.
  let seen = 0
  const onProgress = (done: number) => {
    seen = done
    if (done === 60) s3.mood = 'failing'
  }
  await expect(moveMedia(filesIn(from), bucket, { onProgress })).rejects.toThrow(
    /shop-media at .* answers 500/,
  )
  expect(seen).toBeLessThan(131)
  s3.mood = 'well'
  s3.objects.get('haat/originals/p-1.webp')!.bytes = Buffer.from('damaged')
  const stored = s3.objects.size
  expect(await moveMedia(filesIn(from), bucket, { dryRun: true })).toMatchObject({ copied: 131 - stored + 1 })
  const rest = await moveMedia(filesIn(from), bucket)
  expect(rest).toMatchObject({ files: 131, copied: 131 - stored + 1 })
  expect(await moveMedia(filesIn(from), bucket)).toMatchObject({ copied: 0, bytes: 0 })
  expect([...s3.objects.keys()].filter((key) => key.includes('half'))).toEqual([])

  expect(await moveMedia(bucket, filesIn(into))).toMatchObject({ copied: 131 })
  expect(contentsOf(join(into, 'media'))).toEqual(contentsOf(join(from, 'media')))
  expect(s3.objects.size).toBe(131)
})

it('copies what is not damaged in the bucket, and names the rest', async () => {
  const s3 = await s3ForThisTest()
  const [dataDir, into] = [aFolder(), temporaryFolder()]
  await moveMedia(filesIn(dataDir), filesIn(dataDir, s3.env))
  for (const name of ['p-7', 'p-70']) s3.objects.get(`haat/originals/${name}.webp`)!.bytes = Buffer.from('x')
  const haat = (...words: string[]) =>
    haatInProcess(['media', 'move', '--to', 'folder', ...words], {
      cwd: into,
      env: { DATA_DIR: into, ...s3.env },
    })
  const planned = await haat('--dry-run')
  expect(planned.out).toMatch(/129 files are missing or different .*\n2 files are damaged in s3:/)
  expect(readdirSync(into)).not.toContain('media')
  const { code, out, err } = await haat()
  expect([code, err]).toEqual([1, ''])
  expect(out).toMatch(
    /^Of 131 pictures and videos, all but 2 are in .*media, each compared\. 129 files were copied/,
  )
  expect(out).toMatch(
    /Nothing was deleted in .*\n2 files are damaged in .*:\n {2}p-7\.webp\n {2}p-70\.webp\n/,
  )
  expect(readdirSync(join(into, 'media'))).toHaveLength(129)
  expect(s3.objects.size).toBe(131)
})

it("takes other programs' files in the bucket for damaged ones", async () => {
  const s3 = await s3ForThisTest()
  const [dataDir, into] = [aFolder(), temporaryFolder()]
  await moveMedia(filesIn(dataDir), filesIn(dataDir, s3.env))
  s3.objects.set('haat/originals/notes.txt', { bytes: Buffer.from('of another program'), metadata: {} })
  const back = await moveMedia(filesIn(into, s3.env), filesIn(into))
  expect(back).toMatchObject({ copied: 131, damaged: ['notes.txt'] })
})

it('takes a page for no list of files', async () => {
  const s3 = await s3ForThisTest()
  const into = temporaryFolder()
  s3.mood = 'lying'
  await expect(moveMedia(filesIn(into, s3.env), filesIn(into))).rejects.toThrow(/something else than a list/)
})

it('takes no other page for a missing picture, and no picture that is listed for one that was deleted', async () => {
  const s3 = await s3ForThisTest()
  const [dataDir, into] = [aFolder(), temporaryFolder()]
  await moveMedia(filesIn(dataDir), filesIn(dataDir, s3.env))
  const back = () => moveMedia(filesIn(into, s3.env), filesIn(into))
  s3.mood = 'misrouted'
  await expect(back()).rejects.toThrow(/cannot be used: .*404/)
  s3.mood = 'forgetful'
  expect((await back()).damaged).toHaveLength(131)
})

it('ends when a copy differs', async () => {
  const s3 = await s3ForThisTest()
  const from = aFolder()
  s3.mood = 'truncating'
  const move = moveMedia(filesIn(from), filesIn(from, s3.env))
  await expect(move).rejects.toThrow(
    /The copy of .* in s3:\/\/shop-media\/haat at .* could not be confirmed: .* is damaged/,
  )
  expect(readdirSync(join(from, 'media'))).toHaveLength(132)
})

it('is a command that says what to set next', async () => {
  const s3 = await s3ForThisTest()
  const dataDir = aFolder()
  const { MEDIA_URL, ...keys } = s3.env
  const haat = (words: string[], env = {}) =>
    haatInProcess(['media', 'move', ...words], { cwd: dataDir, env: { DATA_DIR: dataDir, ...keys, ...env } })
  expect((await haat(['--to', 'folder'])).err).toMatch(/^haat: The media are in the data folder/)
  expect((await haat(['--to', 'ftp://x'])).err).toMatch(/^haat: --to must be s3:\/\/BUCKET/)
  expect((await haat(['--to', MEDIA_URL], { AWS_SECRET_ACCESS_KEY: 'wrong' })).err).toMatch(
    /^haat: The bucket shop-media at .* cannot be used: the secret key is wrong\.\n$/,
  )
  expect((await haat(['--to', MEDIA_URL, '--dry-run'])).out).toMatch(
    /media has 131 pictures and videos\. 131 files are missing or different in s3:\/\/shop-media\/haat at .*\. Nothing was changed\./,
  )
  const moved = await haat(['--to', MEDIA_URL])
  expect(moved.out).toMatch(/131 pictures and videos, each compared\. 131 files were copied \(0\.1 MB\)/)
  expect(moved.out).toMatch(/Nothing was deleted in .*\nSet MEDIA_URL='s3:\/\/shop-media\/haat\?endpoint=.*'/)
  expect(moved.out).not.toMatch(/test\+secret/)
  // Once MEDIA_URL is set, the folder is the source still.
  expect((await haat(['--to', MEDIA_URL], { MEDIA_URL })).out).toMatch(/0 files were copied /)
  expect((await haat(['--to', 'folder', '--json'], { MEDIA_URL })).out).toContain('"files": 131')
})
