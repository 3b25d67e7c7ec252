/** Backups of a shop whose pictures are in a bucket. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { haatInProcess } from '../../../test/haat-in-process.ts'
import { s3ForThisTest } from '../../../test/s3-server.ts'
import { temporaryFolder } from '../../../test/server-process.ts'
import { shopForThisTest, START } from '../../../test/test-shop.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

async function aShopInS3() {
  const s3 = await s3ForThisTest()
  const test = await shopForThisTest(s3.env)
  await test.shop.media.originals.write('red.svg', Buffer.from('<svg/>'))
  await test.shop.media.originals.write('turn.mp4', Buffer.from('film'))
  return { s3, shop: test.shop, folder: temporaryFolder() }
}

it('leave the pictures out, and say so', async () => {
  const { s3, shop, folder } = await aShopInS3()
  const file = join(folder, 'shop.tar.gz')
  s3.requests.length = 0
  const place = expect.stringMatching(/^s3:\/\/shop-media\/haat at 127\.0\.0\.1:\d+$/)
  expect(await writeBackup(shop, file)).toMatchObject({ files: 1, media: place })
  expect(s3.requests).toEqual([])

  const into = temporaryFolder()
  mkdirSync(join(into, 'media'))
  writeFileSync(join(into, 'media/own.svg'), '<svg/>')
  expect((await restoreBackup(file, into, { replace: false, now: START })).manifest.media).toEqual(place)
  expect(readdirSync(join(into, 'media'))).toEqual(['own.svg'])

  const haat = (words: string[], env: Record<string, string>) => haatInProcess(words, { cwd: folder, env })
  const DATA_DIR = join(folder, 'a')
  const restored = await haat(['restore', file], { DATA_DIR })
  expect(restored.out).toMatch(
    /not in the backup\. They were in s3:\/\/shop-media\/haat at .*, which MEDIA_URL does not name/,
  )
  const again = await haat(['restore', file], { DATA_DIR: join(folder, 'b'), ...s3.env })
  expect(again.out).toMatch(/not in the backup\. They were in .*, which the shop uses/)
  const env = { DATA_DIR: shop.config.dataDir, ...s3.env }
  if (shop.db.engine === 'sqlite')
    expect((await haat(['backup', 'b.tar.gz'], env)).out).toMatch(
      /^Saved 1 file .*\n.*not in it: they stay in s3:.*--with-media/,
    )
})

it('hold the pictures on request, and bring them back', async () => {
  const { s3, shop, folder } = await aShopInS3()
  const file = join(folder, 'shop.tar.gz')
  s3.objects.set('haat/originals/notes.txt', { bytes: Buffer.from('of another program'), metadata: {} })
  await expect(writeBackup(shop, file, { media: true })).rejects.toThrow(
    'notes.txt is damaged, or no picture',
  )
  s3.objects.delete('haat/originals/notes.txt')
  expect(await writeBackup(shop, file, { media: true })).toMatchObject({ files: 3, media: null })
  const plain = temporaryFolder()
  await restoreBackup(file, plain, { replace: false, now: START })
  expect(readFileSync(join(plain, 'media/turn.mp4'), 'utf8')).toBe('film')

  await shop.media.originals.write('new.svg', Buffer.from('newer'))
  s3.mood = 'lying'
  await expect(writeBackup(shop, join(folder, 'empty.tar.gz'), { media: true })).rejects.toThrow(
    /than a list/,
  )
  for (const mood of ['misrouted', 'forgetful'] as const) {
    s3.mood = mood
    await expect(writeBackup(shop, join(folder, 'none.tar.gz'), { media: true })).rejects.toThrow(
      /it answers 404|lists new.svg, but does not send it/,
    )
  }
  s3.mood = 'well'
  // With a bucket they come into the folder first, and from there into the bucket.
  const into = temporaryFolder()
  const haat = (...words: string[]) =>
    haatInProcess(words, { cwd: folder, env: { DATA_DIR: into, ...s3.env } })
  expect((await haat('restore', file)).out).toMatch(/in the data folder\. Copy them to s3:.* haat media move/)
  await shop.media.originals.delete('turn.mp4')
  expect((await haat('media', 'move', '--to', s3.env.MEDIA_URL)).out).toMatch(/1 file was copied/)
  expect(String(await shop.media.originals.read('turn.mp4'))).toBe('film')
})
