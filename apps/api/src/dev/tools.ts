/** What every tool under /dev works with, and how its calls are declared. */
import type { FastifyInstance } from 'fastify'
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
  /** Runs what the courier has to do by the shop's clock. */
  catchUp: () => Promise<void>
}

type Schema = z.ZodMiniType
type Call = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /dev/${string}`

const NoQuery = z.strictObject({})

/**
 * A schema that refuses objects with fewer fields than `min`, which would change nothing.
 *
 * @param fields for the message, such as `set or reset`
 */
export const notEmpty = <S extends z.ZodMiniType<object>>(schema: S, fields: string, min = 1) =>
  schema.check(
    z.refine(
      (value) => Object.values(value).filter((field) => field !== undefined).length >= min,
      `Nothing to do: send ${fields}.`,
    ),
  )

/** Registers a JSON call: checked by schema, refused in the API's failure shape. Unknown fields are refused too. */
export function tool<B extends Schema, Q extends Schema, P extends Schema>(
  app: FastifyInstance,
  call: Call,
  { body, query, params }: { body?: B; query?: Q; params?: P },
  handle: (parts: { body: z.output<B>; query: z.output<Q>; params: z.output<P> }) => Promise<object>,
): void {
  const [method = '', url = ''] = call.split(' ')
  app.route({
    method,
    url,
    schema: { ...(body && { body }), querystring: query ?? NoQuery, ...(params && { params }) },
    handler: async (request, reply) => {
      if (!body && Object.keys(request.body ?? {}).length > 0) throw badRequest('This call takes no body.')
      const result = await handle(request as Parameters<typeof handle>[0])
      return reply.send({ success: true, ...result })
    },
  })
}
