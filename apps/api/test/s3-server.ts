/** An S3 server in memory, for tests: path style, signatures checked as AWS describes them (version 4). */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

const [KEY, SECRET, REGION, BUCKET] = ['haat-test-key', 'haat/test+secret', 'in-1', 'shop-media']
const PAGE = 100

interface StoredObject {
  bytes: Buffer
  metadata: Record<string, string>
}

export interface S3Server {
  /** The variables of a shop that uses it. */
  env: { MEDIA_URL: string; AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string }
  objects: Map<string, StoredObject>
  /** Method and key of each request, such as `PUT originals/a.webp`. */
  requests: string[]
  /**
   * How the server behaves: `silent` never answers, `failing` answers 500, `truncating` stores half of each object, `lying`
   * answers everything with a page, `misrouted` says with a page of its own that no file exists, `forgetful` says so
   * itself of files that it lists, `circling` and `endless` list files for ever.
   */
  mood:
    | 'well'
    | 'misrouted'
    | 'forgetful'
    | 'silent'
    | 'failing'
    | 'truncating'
    | 'lying'
    | 'circling'
    | 'endless'
  /** Pause before each answer, in ms. */
  delayMs: number
  /** Each answer waits for it. */
  held: Promise<void>
  close(): Promise<void>
}

export async function openS3Server(): Promise<S3Server> {
  const server = createServer((request, reply) => {
    answer(s3, request, reply).catch(() => reply.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = encodeURIComponent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const s3: S3Server = {
    env: {
      MEDIA_URL: `s3://${BUCKET}/haat?endpoint=${endpoint}&region=${REGION}`,
      AWS_ACCESS_KEY_ID: KEY,
      AWS_SECRET_ACCESS_KEY: SECRET,
    },
    objects: new Map(),
    requests: [],
    mood: 'well',
    delayMs: 0,
    held: Promise.resolve(),
    async close() {
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
  return s3
}

export async function s3ForThisTest(): Promise<S3Server> {
  const s3 = await openS3Server()
  onTestFinished(() => s3.close())
  return s3
}

async function answer(s3: S3Server, request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const body = Buffer.concat(await request.toArray())
  const url = new URL(request.url ?? '', 'http://s3')
  const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/')
  const key = rest.join('/')
  s3.requests.push(`${request.method} ${key.replace(/^haat\//, '')}`)
  if (s3.mood === 'silent') return
  await s3.held
  if (s3.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, s3.delayMs))
  const refuse = (status: number, code: string) =>
    reply.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
  const fault = checkSignature(request, url, body)
  if (fault !== null) return void refuse(403, fault)
  if (s3.mood === 'failing') return void refuse(500, 'InternalError')
  if (s3.mood === 'lying') return void reply.setHeader('etag', '"1"').end('<html>Log in here</html>')
  if (bucket !== BUCKET) return void refuse(404, 'NoSuchBucket')
  if (key === '') return void reply.end(listing(s3, url.searchParams))
  if (s3.mood === 'misrouted') return void reply.writeHead(404).end('<html>Not found</html>')
  const stored = s3.mood === 'forgetful' ? undefined : s3.objects.get(key)
  const etag = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`
  if (request.method === 'PUT') {
    const metadata = Object.entries(request.headers).filter(([name]) => name.startsWith('x-amz-meta-'))
    const bytes = s3.mood === 'truncating' ? body.subarray(0, body.length / 2) : body
    s3.objects.set(key, { bytes, metadata: Object.fromEntries(metadata) as Record<string, string> })
    return void reply.setHeader('etag', etag(bytes)).end()
  }
  if (request.method === 'DELETE') {
    s3.objects.delete(key)
    return void reply.writeHead(204).end()
  }
  if (stored === undefined) return void refuse(404, 'NoSuchKey')
  reply.writeHead(200, {
    ...stored.metadata,
    etag: etag(stored.bytes),
    'content-length': stored.bytes.length,
  })
  reply.end(request.method === 'HEAD' ? undefined : stored.bytes)
}

/** A page of ListObjectsV2. */
function listing({ objects, mood, requests }: S3Server, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? ''
  const size = Math.min(PAGE, Number(query.get('max-keys') ?? PAGE))
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
  const page = keys.toSorted().slice(0, size)
  const endless = { circling: 'again', endless: `page-${requests.length}` }[mood as string]
  const token = endless ?? (keys.length > page.length ? page.at(-1) : undefined)
  const next = token === undefined ? '' : `<NextContinuationToken>${token}</NextContinuationToken>`
  const contents = page.map(
    (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.bytes.length}</Size></Contents>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const escape = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** @returns the code of the error, or null */
function checkSignature({ method, headers }: IncomingMessage, url: URL, body: Buffer): string | null {
  const [, key, day = '', region, signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (key !== KEY) return 'InvalidAccessKeyId'
  if (region !== REGION) return 'AuthorizationHeaderMalformed'
  const time = String(headers['x-amz-date'])
  const at = Date.parse(time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - at) < 900_000)) return 'RequestTimeTooSkewed'
  const names = signed.split(';')
  const metadata = Object.keys(headers).filter((name) => name.startsWith('x-amz-'))
  if (!['host', ...metadata].every((name) => names.includes(name))) return 'AccessDenied'
  const payload = String(headers['x-amz-content-sha256'])
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const query = [...url.searchParams].map(([name, value]) => `${escape(name)}=${escape(value)}`).toSorted()
  const canonical = [
    method,
    url.pathname,
    query.join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    payload,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const signingKey = [day, REGION, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${SECRET}`)
  const expected = hmac(signingKey, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n'))
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}
