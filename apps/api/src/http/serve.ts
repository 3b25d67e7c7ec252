/** Turns a group of the contract and its handlers into routes. */
import type { Access, Download, Endpoint, Parts, Reply } from '@haat/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import * as z from 'zod/mini'
import { callerAddress } from '../network.ts'
import { withRequestId } from '../request-id.ts'
import type { Context } from '../shop.ts'
import { badRequest } from './failure.ts'
import { limitCalls } from './rate-limits.ts'
import { reading } from './replica.ts'
import { type Caller, identify } from './session.ts'
import { admitStaff, isReading, refuseForeign, type StaffCaller } from './staff-guard.ts'

type Headers = Record<string, string | string[]>

/** A reply with headers, or with a success status other than its endpoint's default. */
class Answer<Reply> {
  readonly status: 200 | 201 | 202
  readonly reply: Reply
  readonly headers: Headers

  constructor(status: 200 | 201 | 202, reply: Reply, headers: Headers) {
    this.status = status
    this.reply = reply
    this.headers = headers
  }
}

export const answer = <Reply>(status: 200 | 201 | 202, reply: Reply, headers: Headers = {}): Answer<Reply> =>
  new Answer(status, reply, headers)

type CallerOf<A extends Access> = A extends 'customer'
  ? Caller
  : A extends 'signed'
    ? { rawBody: string }
    : A extends 'staff'
      ? { staff: StaffCaller }
      : { /** The Cookie header. */ cookie: string; userAgent: string }

/** What a handler receives: the decoded parts of the request, and the caller. */
export type Request<E extends Endpoint> = Parts<E> & CallerOf<E['access']> & { ip: string }

type Result<E extends Endpoint> = Reply<E> | Answer<Reply<E>>

export type Handler<E extends Endpoint> = (request: Request<E>, shop: Context) => Promise<Result<E>>

export type Handlers<Group extends Record<string, Endpoint>> = { [Name in keyof Group]: Handler<Group[Name]> }

/** Names and types of a reply are checked, ranges of numbers are not: zod encodes each value twice to check these. */
export const WITHOUT_RANGES: z.core.ParseContextInternal<z.core.$ZodIssue> = { skipChecks: true }

export const serializerCompiler: FastifySerializerCompiler<z.ZodMiniType> =
  ({ schema }) =>
  (reply) =>
    JSON.stringify(z.encode(schema, reply, WITHOUT_RANGES))

/** Registers one route per endpoint of the group. */
export function serve<Group extends Record<string, Endpoint>>(
  app: FastifyInstance,
  shop: Context,
  group: Group,
  handlers: Handlers<Group>,
): void {
  for (const [name, endpoint] of Object.entries(group)) {
    // The type pairs each endpoint with its handler; a loop over both loses the pairing.
    const handler = handlers[name] as unknown as Handler<Endpoint>
    app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      ...routeOptions(shop, endpoint),
      handler: async (request, reply) => {
        const parts = partsOf(request) as Request<Endpoint>
        const result = await withRequestId(request.id, () =>
          reading(request, shop.db, (db) => handler(parts, db === shop.db ? shop : { ...shop, db })),
        )
        const isAnswer = result instanceof Answer
        if (isAnswer) void reply.headers(result.headers)
        const body = isAnswer ? result.reply : result
        if (!endpoint.file)
          return reply.status(isAnswer ? result.status : (endpoint.status ?? 200)).send(body)
        const { name: file, bytes } = body as Download
        return sendFile(reply, endpoint.file, file, bytes)
      },
    })
  }
}

export function sendFile(reply: FastifyReply, type: string, name: string, bytes: Uint8Array): FastifyReply {
  void reply.type(type).header('content-disposition', attachment(name))
  return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

/** The header of a download: RFC 6266, with the name in UTF-8 where ASCII does not hold it. */
export function attachment(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encoded}`}`
}

function partsOf(request: FastifyRequest) {
  const { params, query, headers, body, caller, staff, rawBody } = request
  const { cookie = '', 'user-agent': userAgent = '' } = headers
  return {
    params,
    query,
    headers,
    body,
    rawBody,
    ip: callerAddress(request),
    cookie,
    userAgent,
    staff,
    ...caller,
  }
}

function routeOptions(shop: Context, endpoint: Endpoint): RouteShorthandOptions {
  const { params, query, headers, body, reply, access, limit } = endpoint
  return {
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(headers && { headers }),
      ...(body && { body }),
      ...(!endpoint.file && { response: { '2xx': reply } }),
    },
    config: {
      keepRawBody: access === 'signed',
      ...(endpoint.events && { events: endpoint.events }),
    },
    ...((access !== 'public' || endpoint.method !== 'GET' || limit) && {
      onRequest: async (request: FastifyRequest, response: FastifyReply) => {
        void response.header('cache-control', 'no-store')
        if (access === 'customer') request.caller = await identify(shop, request.headers.authorization)
        else if (access === 'staff') await admitStaff(shop, request)
        else if (endpoint.path.startsWith('/api/desk/') && !isReading(request))
          refuseForeign(request, shop.config)
        if (limit) await limitCalls(shop, limit, request)
      },
    }),
    ...(query && {
      preValidation: (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
        dropEmpty(request.query as Record<string, unknown>)
        done()
      },
    }),
  }
}

/**
 * Drops empty values from a query string.
 *
 * @throws Failure 400 for the list spelling `key[]=`, which would otherwise be ignored as an unknown key
 */
export function dropEmpty(query: Record<string, unknown>): void {
  for (const key of Object.keys(query)) {
    if (key.includes('[')) {
      const field = key.slice(0, key.indexOf('['))
      throw badRequest(/*i18n*/ 'Must be given once, without brackets', { code: 'INVALID_REQUEST', field })
    }
    if (query[key] === '') delete query[key]
  }
}
