/** `POST /api/desk/files?name=products.csv`: keeps a file for an import. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'
import { allowSlowBody } from '../../http/connections.ts'
import { badRequest, Failure } from '../../http/failure.ts'
import { admitStaff, requirePermission } from '../../http/staff-guard.ts'
import type { Shop } from '../../shop.ts'
import { uploadsFolder } from './jobs.ts'

const UPLOAD_BYTES = 100 * 1024 * 1024
/** Of all files that are kept. */
const ALL_BYTES = 1024 ** 3
const KEPT_MS = 7 * 86_400_000

export async function registerFileUploads(app: FastifyInstance, shop: Shop): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addHook('preParsing', allowSlowBody)
    // The file is read from the request itself: a stream is no body that hooks could look through.
    scope.addContentTypeParser('application/octet-stream', (_request, _payload, done) => done(null))
    scope.post('/api/desk/files', {
      bodyLimit: UPLOAD_BYTES,
      async onRequest(request, reply) {
        void reply.header('cache-control', 'no-store')
        requirePermission(await admitStaff(shop, request), 'imports.run')
      },
      async handler({ raw, query }) {
        const { name = '' } = query as { name?: string }
        return keepFile(uploadsFolder(shop.config.dataDir), name, raw, shop.now())
      },
    })
  })
}

/** @returns the name by which `imports.run` takes the file */
async function keepFile(
  folder: string,
  name: string,
  body: Readable,
  now: Date,
): Promise<{ file: string; bytes: number }> {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}. _()-]/gu, '_')
    .slice(-100)
  if (!/[^.]\.\w{2,5}$/.test(plain)) throw badRequest('The file needs a name such as products.csv.')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await deleteOld(folder, now)) > ALL_BYTES - UPLOAD_BYTES)
    throw new Failure(
      413,
      'The files of the last imports take up 1 GB, which is all there is. Each is deleted a week after it came.',
    )
  const file = `${randomUUID()}-${plain}`
  let bytes = 0
  const limited = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > UPLOAD_BYTES) throw new Failure(413, 'A file can have 100 MB at most.')
      yield chunk
    }
  }
  try {
    await pipeline(body, limited, createWriteStream(join(folder, file), { mode: 0o600, flags: 'wx' }))
  } catch (error) {
    await rm(join(folder, file), { force: true })
    throw error
  }
  return { file, bytes }
}

/** @returns the bytes of those that stay */
async function deleteOld(folder: string, now: Date): Promise<number> {
  let bytes = 0
  for (const name of await readdir(folder)) {
    // Another upload may have deleted it.
    const file = await stat(join(folder, name)).catch(() => null)
    if (file && now.getTime() - file.mtimeMs > KEPT_MS) await rm(join(folder, name), { force: true })
    else bytes += file?.size ?? 0
  }
  return bytes
}
