/** Files in the bucket of an S3 server: MinIO, Garage, Ceph, AWS and others. */
import { hash } from 'node:crypto'
import { S3mini, S3ServiceError } from 's3mini'
import { isMedia } from './media-format.ts'
import { checkName, FileDamaged, type Files, ForeignFile, isFileName, StorageUnavailable } from './files.ts'
import type { S3Location } from './s3-location.ts'

/** How long the server may take to begin its answer, and how slowly it may send or receive a file. */
const ANSWER_MS = 5000
const BYTES_PER_MS = 100
/** A list of all files: two million, as 1000 are a page. And of those that begin alike, which are a few. */
const LIST_ALL = { pages: 2000, ms: 300_000 }
const LIST_SOME = { pages: 10, ms: 10_000 }
const PAGE_BYTES_MAX = 4_000_000
/** What the client takes for a file that is not there. */
const NOT_THERE = [304, 404, 412]
/** Metadata that shows whether a file arrives as it was stored. */
const DIGEST = 'x-amz-meta-sha256'

/**
 * The files below one folder of a bucket.
 *
 * @param onFailure called for each request that the server does not fulfil
 * @param answerMs how long the server may take to begin an answer
 */
export function bucketFiles(
  { endpoint, bucket, region, prefix, accessKeyId, secretAccessKey }: S3Location,
  folder: 'originals' | 'sizes',
  onFailure: () => void,
  answerMs = ANSWER_MS,
): Files {
  const fetchFile = fetchWithin(answerMs)
  const connect = (fetch: typeof fetchFile): S3mini =>
    // Path style: a server of one's own has no name for each bucket.
    new S3mini({ accessKeyId, secretAccessKey, region, endpoint: `${endpoint}/${bucket}`, fetch })
  const client = connect(fetchObject(fetchFile))
  const before = `${prefix}${folder}/`
  const key = (name: string): string => before + checkName(name)
  const failure = (error: unknown, Kind = StorageUnavailable): StorageUnavailable => {
    onFailure()
    const where = `${bucket} at ${new URL(endpoint).host}`
    // The body of the server's answer does not belong into the log.
    const cause = error instanceof S3ServiceError ? error.message : error
    return new Kind(`The bucket ${where} cannot be used: ${reasonOf(error)}.`, { cause })
  }
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work().catch((error: unknown) => {
        // The server may have closed an idle connection. Every request can be sent twice.
        if (!isCut(error)) throw error
        return work()
      })
    } catch (error) {
      throw failure(error)
    }
  }
  return {
    list: (start = '') =>
      attempt(async () => {
        const names: string[] = []
        const pages = fetchPages(fetchFile, start === '' ? LIST_ALL : LIST_SOME, (found) => {
          const name = found.slice(before.length)
          // A copy: a part of a page keeps the whole page in memory.
          if (isFileName(name)) names.push(Buffer.from(name).toString())
        })
        if ((await connect(pages).listObjects('/', before + start)) === null)
          throw new Error('it does not exist')
        return names
      }),
    async read(name) {
      const path = key(name)
      const found = await attempt(async () => {
        const reply = await client.getObjectResponse(path)
        return reply && { bytes: Buffer.from(await reply.arrayBuffer()), digest: reply.headers.get(DIGEST) }
      })
      if (found === null) return null
      const { bytes, digest } = found
      if (digest === hash('sha256', bytes)) return bytes
      // Sizes of other programs, which have no digest, and damaged ones are rendered again.
      if (folder === 'sizes') return null
      if (digest !== null) throw failure(new Error(`${name} arrived damaged`), FileDamaged)
      if (isMedia(name, bytes)) return bytes
      throw failure(new Error(`${name} is neither a picture nor a video`), ForeignFile)
    },
    async write(name, bytes) {
      const path = key(name)
      const digest = { [DIGEST]: hash('sha256', bytes) } as const
      await attempt(() => client.putObject(path, bytes, undefined, undefined, digest))
    },
    async delete(name) {
      const path = key(name)
      await attempt(() => client.deleteObject(path))
    },
  }
}

/** A fetch that gives up on a server that is slow or silent, and follows no redirect. */
function fetchWithin(answerMs: number): typeof fetch {
  return async (input, init) => {
    const late = new AbortController()
    const giveUp = (): void => late.abort(new Error('it does not answer in time'))
    const allow = (bytes: number) => setTimeout(giveUp, answerMs + bytes / BYTES_PER_MS).unref()
    const timer = allow(init?.body instanceof Uint8Array ? init.body.length : 0)
    try {
      const reply = await fetch(input, { ...init, redirect: 'manual', signal: late.signal })
      allow(Number(reply.headers.get('content-length') ?? 0))
      return reply
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * A fetch for single files. Only the storage itself may say that a file is not there, or that it was stored or deleted:
 * the client would take any page with status 404 or 200 for such an answer.
 */
function fetchObject(fetchFile: typeof fetch): typeof fetch {
  return async (input, init) => {
    const reply = await fetchFile(input, init)
    if (NOT_THERE.includes(reply.status)) {
      const code = /<Code>([A-Za-z]+)</.exec(await readText(reply))?.[1]
      if (code === 'NoSuchKey') return new Response(null, { status: 404 })
      throw new Error((code !== undefined && REASONS[code]) || `it answers ${reply.status}`)
    }
    if (!reply.ok || init?.method === 'GET') return reply
    if ((await readText(reply)) !== '') throw new Error('it answers with something else than a receipt')
    return new Response(null, reply)
  }
}

/**
 * A fetch for the pages of one list. Whatever else arrives is an error: the client would take it for an empty bucket.
 * So is a list that does not end. The client gets the pages without their files, which take it long
 * to parse and much memory.
 */
function fetchPages(
  fetchPage: typeof fetch,
  limits: { pages: number; ms: number },
  onKey: (key: string) => void,
): typeof fetch {
  const deadline = performance.now() + limits.ms
  let pages = 0
  return async (input, init) => {
    if ((pages += 1) > limits.pages || performance.now() > deadline)
      throw new Error('its list of files does not end')
    const reply = await fetchPage(input, init)
    if (reply.status !== 200) return reply
    const page = await readText(reply)
    if (!/^\s*(<\?xml[^>]*>\s*)?<ListBucketResult[\s>][^]*<\/ListBucketResult>\s*$/.test(page))
      throw new Error('it answers with something else than a list of files')
    for (const [, key = ''] of page.matchAll(/<Key>([^<]*)</g)) onKey(key)
    if (!/<IsTruncated>\s*true/.test(page)) return new Response('<ListBucketResult></ListBucketResult>')
    const token = /<NextContinuationToken>([^<]+)</.exec(page)?.[1]
    if (token === undefined) throw new Error('its list of files does not go on')
    return new Response(
      `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken></ListBucketResult>`,
    )
  }
}

/** The text of an answer that is no file. */
async function readText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    if ((bytes += part.length) > PAGE_BYTES_MAX) throw new Error('its answer does not end')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

const isCut = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(
    (error as { cause?: { code?: string } }).cause?.code ?? '',
  )

const REASONS: Record<string, string> = {
  InvalidAccessKeyId: 'it does not know the access key',
  SignatureDoesNotMatch: 'the secret key is wrong',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
  NoSuchBucket: 'it does not exist',
  AccessDenied: 'the access key may not do this',
  ECONNREFUSED: 'nobody answers at this address',
  ENOTFOUND: 'this address does not exist',
}

function reasonOf(error: unknown): string {
  if (error instanceof S3ServiceError) {
    const code = error.serviceCode ?? ''
    return REASONS[code] ?? `it answers ${error.status}${/^[A-Za-z]{2,50}$/.test(code) ? ` (${code})` : ''}`
  }
  const { message, code, cause } = error as Error & { code?: string; cause?: Error & { code?: string } }
  const known = code ?? cause?.code
  return (known !== undefined && (REASONS[known] ?? known)) || (cause?.message ?? message)
}
