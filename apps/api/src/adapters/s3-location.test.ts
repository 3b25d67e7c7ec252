import { expect, it } from 'vitest'
import { describeLocation, parseMediaUrl } from './s3-location.ts'

const KEYS = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret' }
const parse = (MEDIA_URL: string, keys = KEYS) => parseMediaUrl({ MEDIA_URL, ...keys })

it.each([
  ['s3://shop', 'https://s3.us-east-1.amazonaws.com', 's3://shop at s3.us-east-1.amazonaws.com'],
  [
    's3://shop/?region=ap-south-1',
    'https://s3.ap-south-1.amazonaws.com',
    's3://shop at s3.ap-south-1.amazonaws.com',
  ],
  ['s3://shop/a/b?endpoint=https://s3.example.in', 'https://s3.example.in', 's3://shop/a/b at s3.example.in'],
  ['s3://shop?endpoint=http://127.0.0.1:9000', 'http://127.0.0.1:9000', 's3://shop at 127.0.0.1:9000'],
  ['s3://shop?endpoint=http://garage:3900&http=allowed', 'http://garage:3900', 's3://shop at garage:3900'],
  ['s3://shop?endpoint=https://x.in:8443/', 'https://x.in:8443', 's3://shop at x.in:8443'],
])('%s is a bucket', (url, endpoint, place) => {
  const location = parse(url)
  if (location === null || typeof location === 'string') throw new Error(String(location))
  expect(location).toMatchObject({ endpoint, bucket: 'shop' })
  expect(location.secretAccessKey).toBe('secret')
  expect(describeLocation(location)).toBe(place)
})

it.each([
  ['https://s3.example.in/shop', /must be s3:/],
  ['s3://shop#x', /must be s3:/],
  ['s3://shop:9000/x', /must be s3:/],
  ['s3://Shop_1', /not a valid name/],
  ['s3://a..b', /not a valid name/],
  ['s3://shop/%2e%2e%2fetc', /the prefix has/],
  ['s3://shop/.hidden', /the prefix has/],
  ['s3://shop?Region=x', /not Region/],
  ['s3://shop?region=a/b', /region/],
  ['s3://shop?endpoint=s3.example.in', /endpoint/],
  ['s3://shop?endpoint=https://x.in/path', /endpoint/],
  ['s3://shop?endpoint=https://k:s@x.in', /endpoint/],
  ['s3://shop?endpoint=http://garage:3900', /not encrypted/],
  ['s3://shop?endpoint=http://localhost.evil.in', /not encrypted/],
  ['s3://K:secret@shop', /must be s3:/],
])('%s is refused', (url, reason) => {
  expect(parse(url)).toMatch(reason)
})

it('needs keys, and nothing without MEDIA_URL', () => {
  expect(parseMediaUrl({ MEDIA_URL: 's3://shop' })).toMatch(/needs AWS_ACCESS_KEY_ID/)
  expect(parseMediaUrl(KEYS)).toBeNull()
})
