import { fastify, type FastifyInstance } from 'fastify'
import manifest from '../../package.json' with { type: 'json' }

/** Headers of one connection. */
const OWN_HEADERS = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

/** `/docs` shows the API; `/docs/json` is its OpenAPI document. Made at the first request: it is large and seldom read. */
export function registerDocs(app: FastifyInstance): void {
  let opened: Promise<FastifyInstance> | undefined
  for (const url of ['/docs', '/docs/*']) {
    app.get(url, async ({ method, url: address, headers }, reply) => {
      opened ??= openDocs()
      const docs = await opened
      const answer = await docs.inject({ method: method === 'HEAD' ? 'HEAD' : 'GET', url: address, headers })
      if (answer.statusCode === 404) return reply.callNotFound()
      for (const [name, value] of Object.entries(answer.headers))
        if (!OWN_HEADERS.includes(name)) void reply.header(name, value)
      return reply.code(answer.statusCode).send(answer.rawPayload)
    })
  }
  app.addHook('onClose', async () => (await opened)?.close())
}

async function openDocs(): Promise<FastifyInstance> {
  const [{ openApi }, { deskOperations }, { default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@haat/contract/openapi'),
    import('@haat/contract/staff/operations'),
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  const docs = fastify()
  const document = openApi(manifest.version, deskOperations())
  // The plugin's types allow OpenAPI 3.0 only; it serves a 3.1 document unchanged.
  await docs.register(swagger, { mode: 'static', specification: { document: document as never } })
  await docs.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
  return docs
}
