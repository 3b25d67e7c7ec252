/** What every tool under /dev works with, and how its calls are declared. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import { badRequest } from '../http/failure.ts'
import type { Context } from '../shop.ts'

/** What the server passes to the QA tools. */
export interface DevTools {
  clock: Clock
}

export interface Tools extends DevTools {
  app: FastifyInstance
  shop: Context
  /** Further work after the clock was moved. */
  onClockChange: (() => Promise<void>)[]
}

type Schema = z.ZodMiniType
interface Parts<Body, Query, Params> {
  body: Body
  query: Query
  params: Params
  request: FastifyRequest
  reply: FastifyReply
}

interface Tool<B extends Schema, Q extends Schema, P extends Schema> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: `/dev/${string}`
  body?: B
  query?: Q
  params?: P
  handle: (parts: Parts<z.output<B>, z.output<Q>, z.output<P>>) => Promise<object>
}

const NoQuery = z.strictObject({})

/**
 * A schema that refuses objects without any field, which would change nothing.
 *
 * @param fields for the message, such as `set or reset`
 */
export const notEmpty = <S extends z.ZodMiniType<object>>(schema: S, fields: string) =>
  schema.check(
    z.refine(
      (value) => Object.values(value).some((field) => field !== undefined),
      `Nothing to do: send ${fields}.`,
    ),
  )

/** Registers a JSON call: checked by schema, refused in the API's failure shape. Unknown fields are refused too. */
export function tool<B extends Schema, Q extends Schema, P extends Schema>(
  app: FastifyInstance,
  { method, url, body, query, params, handle }: Tool<B, Q, P>,
): void {
  app.route({
    method,
    url,
    schema: { ...(body && { body }), querystring: query ?? NoQuery, ...(params && { params }) },
    handler: async (request, reply) => {
      if (!body && Object.keys(request.body ?? {}).length > 0) throw badRequest('This call takes no body.')
      const parts = { body: request.body, query: request.query, params: request.params, request, reply }
      const result = await handle(parts as Parts<z.output<B>, z.output<Q>, z.output<P>>)
      return reply.send({ success: true, ...result })
    },
  })
}
