/** Who sees a shop before it opens: staff with a session at the desk, and a browser with the cookie of a preview link. */
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyInstance } from 'fastify'
import { t } from '#say'
import type { Config } from '../config.ts'
import { equalDigests, keyedDigest } from '../secrets.ts'
import type { Shop } from '../shop.ts'
import { noSuch } from './failure.ts'
import { identifyStaff } from './staff-guard.ts'

const COOKIE = 'haat_preview'
const SECONDS = 2 * 3600

const tokenUntil = (seconds: number, { keys }: Config): string =>
  `${seconds}.${keyedDigest(keys.links, `preview ${seconds}`)}`

function isValid(token: string, { config, now }: Pick<Shop, 'config' | 'now'>): boolean {
  const seconds = Number.parseInt(token, 10)
  return seconds * 1000 > now().getTime() && equalDigests(token, tokenUntil(seconds, config))
}

/** A link that shows the shop to whoever opens it, for two hours. */
export function previewLink({ config, now }: Pick<Shop, 'config' | 'now'>): { link: string; until: Date } {
  const until = Math.floor(now().getTime() / 1000) + SECONDS
  return {
    link: `${config.publicUrl}/api/preview/${tokenUntil(until, config)}`,
    until: new Date(until * 1000),
  }
}

/** Whether a browser with these cookies sees the shop before it opens. */
export async function mayPreview(shop: Shop, cookie = ''): Promise<boolean> {
  if (isValid(parseCookie(cookie)[COOKIE] ?? '', shop)) return true
  return identifyStaff(shop, cookie).then(
    () => true,
    () => false,
  )
}

/** `GET /api/preview/{token}`: what a preview link opens. */
export function registerPreview(app: FastifyInstance, shop: Shop): void {
  app.get<{ Params: { token: string } }>('/api/preview/:token', async ({ params: { token } }, reply) => {
    if (!isValid(token, shop)) throw noSuch(t`Preview not found`)
    const cookie = stringifySetCookie({
      name: COOKIE,
      value: token,
      path: '/',
      maxAge: SECONDS,
      httpOnly: true,
      sameSite: 'lax',
      secure: shop.config.publicUrl.startsWith('https:'),
    })
    return reply.headers({ 'set-cookie': cookie, 'cache-control': 'no-store' }).redirect('/', 303)
  })
}
