/**
 * Who may use the QA tools, which can do anything and need no login: people and scripts of this machine, but not pages
 * of other sites in their browsers. On a server that the network reaches, also through a proxy, a token is needed.
 */
import { hash } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { forbidden } from '../http/failure.ts'

const LOCAL = ['localhost', '127.0.0.1', '[::1]']
const TOKEN = 'haat-dev-token'

const WRONG_HOST = 'The QA tools answer only at localhost, 127.0.0.1 and [::1].'
const FORWARDED =
  'The QA tools do not answer through a proxy. Set PUBLIC_URL or TRUST_PROXY: then they ask for a token instead.'
const WRONG_SITE = 'The QA tools do not answer pages of other sites.'
const NEEDS_TOKEN =
  'The QA tools need the token that the server printed when it started: open /dev?token=… once, or send it as haat-dev-token.'

/** Refuses who may not use the tools. */
export const toolsGuard =
  ({ publicUrl, devToken }: Pick<Config, 'publicUrl' | 'devToken'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (devToken !== null) requireToken(devToken, request, reply)
    else if (!isOwnHost(request)) throw forbidden(WRONG_HOST)
    else if (isForwarded(request)) throw forbidden(FORWARDED)
    if (request.method !== 'GET' && request.method !== 'HEAD' && !isOwnPage(request, publicUrl))
      throw forbidden(WRONG_SITE)
  }

/** A foreign name that resolves to this machine would make its pages same-origin with the tools. */
const isOwnHost = ({ headers }: FastifyRequest): boolean =>
  LOCAL.includes(URL.parse(`http://${headers.host}`)?.hostname ?? '')

/** A proxy of this machine, whose callers may be anywhere, may rewrite Host. */
const isForwarded = ({ headers }: FastifyRequest): boolean =>
  Object.keys(headers).some((name) => /^(x-)?forwarded|^(via|x-real-ip)$/.test(name))

/** Whether a page of this server sent the request, or no page. A page on another port is another site. */
function isOwnPage({ headers }: FastifyRequest, publicUrl: string): boolean {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return origin === undefined || origin === new URL(publicUrl).origin || URL.parse(origin)?.host === host
}

/**
 * Takes the token from a header, from the query, which also sets a cookie, or from that cookie. Host is not checked
 * then: a page under a foreign name has no such cookie.
 */
function requireToken(token: string, { headers, query }: FastifyRequest, reply: FastifyReply): void {
  const inQuery = (query as { token?: unknown }).token
  const given = [headers[TOKEN], inQuery, parseCookie(headers.cookie ?? '')[TOKEN]]
  if (!given.some((text) => typeof text === 'string' && isSame(text, token))) throw forbidden(NEEDS_TOKEN)
  if (inQuery === undefined) return
  // The tools refuse fields that they do not know.
  delete (query as { token?: unknown }).token
  const cookie = { name: TOKEN, value: token, path: '/dev', httpOnly: true, sameSite: 'strict' } as const
  void reply.header('set-cookie', stringifySetCookie(cookie))
}

/** The time of the comparison says nothing of the token. */
const isSame = (a: string, b: string): boolean => hash('sha256', a) === hash('sha256', b)
