import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { openApi } from '@haat/contract/openapi'
import type { FastifyInstance } from 'fastify'
import manifest from '../../package.json' with { type: 'json' }

/** `/docs` shows the API; `/docs/json` is its OpenAPI document. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  const document = openApi(manifest.version)
  // The plugin's types allow OpenAPI 3.0 only; it serves a 3.1 document unchanged.
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
}
