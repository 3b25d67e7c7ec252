import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { openApi } from '@haat/contract/openapi'
import type { FastifyInstance } from 'fastify'
import manifest from '../../package.json' with { type: 'json' }

/** `/docs`: the API to browse; `/docs/json`: the same as an OpenAPI document. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  const document = openApi(manifest.version)
  // The plugin's type knows OpenAPI 3.0 alone; it passes 3.1 through as it is.
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
}
