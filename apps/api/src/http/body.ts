import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A signed route needs the body to the byte. */
    keepRawBody?: boolean
  }
}

/** JSON bodies: an empty one is none, and a signed route keeps the text it was parsed from. */
export function registerBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (request.routeOptions.config.keepRawBody === true) request.rawBody = text
    if (text === '') done(null, undefined)
    else void parse(request, text, done)
  })
}
