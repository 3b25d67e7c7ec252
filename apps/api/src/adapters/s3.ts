/** Files in the bucket of an S3 server: MinIO, Garage, Ceph, AWS and others. */
import { hash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { checkName, FileDamaged, type Files, isFileName, StorageUnavailable } from './files.ts'
import { isMedia } from './media-format.ts'
import type { S3Location } from './s3-location.ts'

/** How long the server may take to begin its answer, and how slowly it may send or receive a file. */
const ANSWER_MS = 5000
const BYTES_PER_MS = 100
/** Larger than any picture or video that a shop stores. */
const BYTES_MAX = 512 * 1024 * 1024
/** Pages of 1000 files: all of a bucket, and those that begin alike. */
const PAGES_MAX = { all: 2000, some: 10 }
/** Metadata that shows whether a file arrives as it was stored. */
const DIGEST = 'x-amz-meta-sha256'

interface Answer {
  status: number
  headers: Headers
  bytes: Buffer
}

/**
 * The pictures and videos of a bucket.
 *
 * @param onFailure called for each request that the server does not fulfil
 * @param answerMs how long the server may take to begin an answer
 */
export function bucketFiles(
  { endpoint, bucket, region, prefix, accessKeyId, secretAccessKey }: S3Location,
  onFailure: () => void,
  answerMs = ANSWER_MS,
): Files {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const before = `${prefix}originals/`
  // Path style: a server of one's own has no name for each bucket.
  const root = `${endpoint}/${bucket}`
  const addressOf = (name: string): string => `${root}/${before}${checkName(name)}`

  /** Gives up on a server that is slow or silent, and follows no redirect. */
  async function send(url: string, method = 'GET', content?: Buffer): Promise<Answer> {
    const digest = hash('sha256', content ?? '')
    const headers = { 'x-amz-content-sha256': digest, ...(content && { [DIGEST]: digest }) }
    const body = content ? new Uint8Array(content) : null
    const request = await client.sign(url, { method, headers, body })
    const late = new AbortController()
    const giveUp = () => late.abort(new Error('it does not answer in time'))
    const allow = (bytes: number) => setTimeout(giveUp, answerMs + bytes / BYTES_PER_MS).unref()
    let timer = allow(content?.length ?? 0)
    try {
      const reply = await fetch(request, { redirect: 'manual', signal: late.signal })
      clearTimeout(timer)
      const size = Number(reply.headers.get('content-length') ?? 0)
      if (size > BYTES_MAX) throw new Error('its answer is too large')
      timer = allow(size)
      const bytes = Buffer.from(await reply.arrayBuffer())
      return { status: reply.status, headers: reply.headers, bytes }
    } finally {
      clearTimeout(timer)
    }
  }

  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work().catch((error: Error & { cause?: { code?: string } }) => {
        // The server may have closed an idle connection. Every request can be sent twice.
        if (!['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(error.cause?.code ?? '')) throw error
        return work()
      })
    } catch (error) {
      throw failure(error)
    }
  }

  function failure(error: unknown, Kind = StorageUnavailable): StorageUnavailable {
    onFailure()
    const where = `${bucket} at ${new URL(endpoint).host}`
    return new Kind(`The bucket ${where} cannot be used: ${reasonOf(error)}.`, { cause: error })
  }

  return {
    list: (start = '') =>
      attempt(async () => {
        const names: string[] = []
        let pages = start === '' ? PAGES_MAX.all : PAGES_MAX.some
        for (let token: string | null = ''; token !== null; pages -= 1) {
          if (pages === 0) throw new Error('its list of files does not end')
          const query = new URLSearchParams({ 'list-type': '2', prefix: before + start })
          if (token !== '') query.set('continuation-token', token)
          const listed = parseList(await send(`${root}?${query.toString()}`))
          names.push(...listed.keys.map((key) => key.slice(before.length)).filter(isFileName))
          token = listed.next
        }
        return names
      }),
    async read(name) {
      const url = addressOf(name)
      const found = await attempt(async () => {
        const answer = await send(url)
        return isMissing(answer) ? null : answer
      })
      if (found === null) return null
      const { bytes, headers } = found
      const digest = headers.get(DIGEST)
      // Other programs store files without a digest.
      if (digest === null ? isMedia(name, bytes) : digest === hash('sha256', bytes)) return bytes
      throw failure(new Error(`${name} is damaged, or no picture or video`), FileDamaged)
    },
    async write(name, bytes) {
      const url = addressOf(name)
      await attempt(async () => expectReceipt(await send(url, 'PUT', bytes)))
    },
    async delete(name) {
      const url = addressOf(name)
      await attempt(async () => expectReceipt(await send(url, 'DELETE')))
    },
  }
}

/**
 * Whether the storage itself says that the file is not there: a page with status 404 does not.
 *
 * @throws Error for any other refusal
 */
function isMissing({ status, bytes }: Answer): boolean {
  if (status >= 200 && status < 300) return false
  const code = /<Code>([A-Za-z]{2,50})</.exec(bytes.toString())?.[1]
  if (code === 'NoSuchKey') return true
  throw new Error((code && REASONS[code]) ?? `it answers ${status}${code === undefined ? '' : ` (${code})`}`)
}

/** @throws Error for a page with status 200 in place of the answer that a file was stored or deleted */
function expectReceipt(answer: Answer): void {
  if (!isMissing(answer) && answer.bytes.length > 0)
    throw new Error('it answers with something else than a receipt')
}

/** @throws Error for anything else than a page of a list, which could pass for an empty bucket */
function parseList(answer: Answer): { keys: string[]; next: string | null } {
  const page = isMissing(answer) ? '' : answer.bytes.toString()
  if (!/^\s*(<\?xml[^>]*>\s*)?<ListBucketResult[\s>][^]*<\/ListBucketResult>\s*$/.test(page))
    throw new Error('it answers with something else than a list of files')
  const keys = [...page.matchAll(/<Key>([^<]*)</g)].map(([, key = '']) => key)
  if (!/<IsTruncated>\s*true/.test(page)) return { keys, next: null }
  const next = /<NextContinuationToken>([^<]+)</.exec(page)?.[1]
  if (next === undefined) throw new Error('its list of files does not go on')
  return { keys, next }
}

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
  const { message, code, cause } = error as Error & { code?: string; cause?: Error & { code?: string } }
  const known = code ?? cause?.code
  return (known !== undefined && (REASONS[known] ?? known)) || (cause?.message ?? message)
}
