/** MEDIA_URL: the bucket of an S3 server that holds the pictures and videos. */

export interface S3Location {
  /** The server's address, without a path. */
  endpoint: string
  region: string
  bucket: string
  /** Empty, or ends in `/`. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

interface Variables {
  MEDIA_URL?: string | undefined
  AWS_ACCESS_KEY_ID?: string | undefined
  AWS_SECRET_ACCESS_KEY?: string | undefined
}

/** As AWS, MinIO and Ceph call the region where a client names none. */
const DEFAULT_REGION = 'us-east-1'
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}(\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}){0,4}$/
const REGION = /^[A-Za-z0-9-]{1,50}$/
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
const OPTIONS = ['endpoint', 'region', 'http']

const FORM = 'MEDIA_URL must be s3://BUCKET or s3://BUCKET/PREFIX?endpoint=https://…&region=…'

/**
 * Parses `s3://BUCKET/PREFIX?endpoint=…&region=…`. Keys come from `s3://KEY:SECRET@BUCKET`, else from
 * AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
 *
 * @returns the place, or null without MEDIA_URL, or what is wrong
 */
export function parseMediaUrl(env: Variables): S3Location | null | string {
  if (env.MEDIA_URL === undefined) return null
  const url = URL.parse(env.MEDIA_URL)
  if (url?.protocol !== 's3:' || url.hash !== '' || url.port !== '') return FORM
  const unknown = [...url.searchParams.keys()].find((name) => !OPTIONS.includes(name))
  if (unknown !== undefined) return `MEDIA_URL may have the options ${OPTIONS.join(', ')}, not ${unknown}`
  const prefix = url.pathname.replace(/^\/|\/$/g, '')
  if (!BUCKET.test(url.hostname) || url.hostname.includes('..'))
    return `${FORM}: the bucket is not a valid name`
  if (prefix !== '' && !PREFIX.test(prefix))
    return `${FORM}: the prefix has letters, digits, -, _ and . in up to five parts`
  const region = url.searchParams.get('region') ?? DEFAULT_REGION
  if (!REGION.test(region)) return 'The region of MEDIA_URL has letters, digits and - only'
  const endpoint = parseEndpoint(url.searchParams, region)
  if ('fault' in endpoint) return endpoint.fault
  const keys = parseKeys(url, env)
  if ('fault' in keys) return keys.fault
  return { endpoint: endpoint.origin, region, bucket: url.hostname, prefix: prefix && `${prefix}/`, ...keys }
}

function parseEndpoint(options: URLSearchParams, region: string): { origin: string } | { fault: string } {
  const endpoint = URL.parse(options.get('endpoint') ?? `https://s3.${region}.amazonaws.com`)
  if (!endpoint || !['http:', 'https:'].includes(endpoint.protocol) || endpoint.pathname !== '/')
    return { fault: 'endpoint in MEDIA_URL must be https://HOST or https://HOST:PORT' }
  if (endpoint.username !== '' || endpoint.search !== '' || endpoint.hash !== '')
    return { fault: 'endpoint in MEDIA_URL must be an address only; keys stand before the bucket' }
  const { protocol, hostname, origin } = endpoint
  if (protocol === 'http:' && !LOOPBACK.test(hostname) && options.get('http') !== 'allowed')
    return {
      fault: `endpoint in MEDIA_URL is not encrypted: use https://, or add &http=allowed if nobody else is in the network of ${hostname}`,
    }
  return { origin }
}

function parseKeys(
  { username, password }: URL,
  env: Variables,
): Pick<S3Location, 'accessKeyId' | 'secretAccessKey'> | { fault: string } {
  const isInUrl = username !== '' || password !== ''
  try {
    const accessKeyId = isInUrl ? decodeURIComponent(username) : env.AWS_ACCESS_KEY_ID
    const secretAccessKey = isInUrl ? decodeURIComponent(password) : env.AWS_SECRET_ACCESS_KEY
    if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey }
  } catch {
    return { fault: 'In the keys of MEDIA_URL, write % as %25 and / as %2F' }
  }
  return { fault: 'MEDIA_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or s3://KEY:SECRET@BUCKET' }
}

/** The place without keys, for people. */
export const describeLocation = ({ endpoint, bucket, prefix }: S3Location): string =>
  `s3://${bucket}${prefix && `/${prefix.slice(0, -1)}`} at ${new URL(endpoint).host}`

/** The variables that name the place, for a process of its own. */
export function locationVariables(location: S3Location): Record<string, string> {
  const { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey } = location
  const options = new URLSearchParams({ endpoint, region, http: 'allowed' })
  return {
    MEDIA_URL: `s3://${bucket}/${prefix}?${options.toString()}`,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  }
}
