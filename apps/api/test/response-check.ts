/** Holds every reply of a test against the OpenAPI document: a reply that differs from it becomes a 500. */
import { openApi } from '@haat/contract/openapi'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'
import formats from 'ajv-formats'

interface Operation {
  responses: Record<string, { content: { 'application/json': { schema: object } } }>
}

const document = openApi('test')
const ajv = new Ajv2020({ strict: false })
formats.default(ajv)
ajv.addSchema(document, 'openapi')

const escaped = (pointer: string): string => pointer.replaceAll('~', '~0').replaceAll('/', '~1')

/** The schema a reply must match, or null where the document says nothing of the address. */
function schemaFor(path: string, method: string, status: number): object | null {
  const operation = document.paths[path]?.[method] as Operation | undefined
  if (!operation) return null
  const key = String(status) in operation.responses ? String(status) : 'default'
  return {
    $ref: `openapi#/paths/${encodeURIComponent(escaped(path))}/${method}/responses/${key}/content/application~1json/schema`,
  }
}

export function checkResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const route = request.routeOptions.url?.replaceAll(/:(\w+)/g, '{$1}') ?? ''
    const schema = schemaFor(route, request.method.toLowerCase(), reply.statusCode)
    if (schema === null || typeof payload !== 'string' || reply.statusCode === 304) return payload
    if (ajv.validate(schema, JSON.parse(payload))) return payload
    const message = `${request.method} ${request.url} ${reply.statusCode}: ${ajv.errorsText()}`
    console.error(`Reply differs from the OpenAPI document: ${message}`)
    void reply.status(500)
    return JSON.stringify({ success: false, message })
  })
}
