/** `GET /api/desk/preview/home`: the home page with a brand that is not stored, for a frame of the desk. */
import { Brand } from '@haat/contract/brand'
import type { PageReply } from '@haat/contract/page-rendering'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { badRequest, unavailable } from '../../http/failure.ts'
import { admitStaff, requirePermission } from '../../http/staff-guard.ts'
import type { Shop } from '../../shop.ts'

const Query = z.object({ brand: z.string() })
const Settings = z.looseObject({ settings: z.looseObject({}) })

/** The reply of the settings with another brand. */
export function withBrand({ status, json }: PageReply, brand: Brand): PageReply {
  const reply = z.parse(Settings, JSON.parse(json))
  return { status, json: JSON.stringify({ ...reply, settings: { ...reply.settings, brand } }) }
}

/** @throws Failure */
function readBrand(query: unknown): Brand {
  const { data } = z.safeParse(Query, query)
  try {
    return z.parse(Brand, JSON.parse(data?.brand ?? ''))
  } catch {
    throw badRequest('Give the brand as JSON.')
  }
}

/** @param draw draws the home page with a brand; null where that cannot be done */
export function previewBrand(
  app: FastifyInstance,
  shop: Shop,
  draw: (brand: Brand) => Promise<Buffer | null>,
): void {
  app.get('/api/desk/preview/home', {
    async onRequest(request, reply) {
      void reply.header('cache-control', 'no-store')
      requirePermission(await admitStaff(shop, request), 'settings.write')
    },
    async handler({ query }, reply) {
      const html = await draw(readBrand(query))
      if (html === null) throw unavailable()
      // Without scripts a frame would show what is for browsers without.
      const [before = '', , after = ''] = html.toString().split(/<\/?noscript>/)
      return reply.type('text/html; charset=utf-8').send(before + after)
    },
  })
}
