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
 * Parses `s3://BUCKET/PREFIX?endpoint=…&region=…`. Keys come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
 *
 * @returns the place, or null without MEDIA_URL, or what is wrong
 */
export function parseMediaUrl(env: Variables): S3Location | null | string {
  if (env.MEDIA_URL === undefined) return null
  const url = URL.parse(env.MEDIA_URL)
  if (url?.protocol !== 's3:' || url.username + url.password + url.hash + url.port !== '') return FORM
  const { hostname: bucket, pathname, searchParams } = url
  const unknown = [...searchParams.keys()].find((name) => !OPTIONS.includes(name))
  if (unknown !== undefined) return `MEDIA_URL may have the options ${OPTIONS.join(', ')}, not ${unknown}`
  const prefix = pathname.replace(/^\/|\/$/g, '')
  if (!BUCKET.test(bucket) || bucket.includes('..')) return `${FORM}: the bucket is not a valid name`
  if (prefix !== '' && !PREFIX.test(prefix))
    return `${FORM}: the prefix has letters, digits, -, _ and . in up to five parts`
  const region = searchParams.get('region') ?? DEFAULT_REGION
  if (!REGION.test(region)) return 'The region of MEDIA_URL has letters, digits and - only'
  const endpoint = URL.parse(searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`)
  const fault = endpointFault(endpoint, searchParams.get('http') === 'allowed')
  if (fault !== null || endpoint === null) return fault ?? FORM
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!accessKeyId || !secretAccessKey) return 'MEDIA_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
  const keys = { accessKeyId, secretAccessKey }
  return { endpoint: endpoint.origin, region, bucket, prefix: prefix && `${prefix}/`, ...keys }
}

function endpointFault(endpoint: URL | null, mayBePlain: boolean): string | null {
  const isAddress = endpoint && /^https?:\/\/[^/?#@]+\/?$/.test(endpoint.href)
  if (!isAddress) return 'endpoint in MEDIA_URL must be https://HOST or https://HOST:PORT'
  const { protocol, hostname } = endpoint
  return protocol === 'https:' || mayBePlain || LOOPBACK.test(hostname)
    ? null
    : `endpoint in MEDIA_URL is not encrypted: use https://, or add &http=allowed if nobody else is in the network of ${hostname}`
}

/** The place without keys, for people. */
export const describeLocation = ({ endpoint, bucket, prefix }: S3Location): string =>
  `s3://${bucket}${prefix && `/${prefix.slice(0, -1)}`} at ${new URL(endpoint).host}`
