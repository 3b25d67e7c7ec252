/** Validates every reply of a test against the OpenAPI document, and turns an invalid reply into a 500. */
import { openApi } from '@haat/contract/openapi'
import { deskOperations } from '@haat/contract/staff/operations'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'
import formats from 'ajv-formats'

interface Operation {
  responses: Record<string, { content: { 'application/json': { schema: object } } }>
}

const document = openApi('test', deskOperations())
const ajv = new Ajv2020({ strict: false })
formats.default(ajv)
ajv.addFormat('rupees', true)
ajv.addSchema(document, 'openapi')

/** By schema, as text: most calls share the replies of their errors. */
const compiled = new Map<string, ValidateFunction>()
/** One validator per path, method and status; null for a path that is not in the document. */
const validators = new Map<string, ValidateFunction | null>()

const escaped = (pointer: string): string => pointer.replaceAll('~', '~0').replaceAll('/', '~1')

function compile(path: string, method: string, status: number): ValidateFunction | null {
  const operation = document.paths[path]?.[method] as Operation | undefined
  if (!operation) return null
  const key = String(status) in operation.responses ? String(status) : 'default'
  const text = JSON.stringify(operation.responses[key]!.content['application/json'].schema)
  const validator =
    compiled.get(text) ??
    ajv.compile({
      $ref: `openapi#/paths/${encodeURIComponent(escaped(path))}/${method}/responses/${key}/content/application~1json/schema`,
    })
  compiled.set(text, validator)
  return validator
}

function validatorFor(path: string, method: string, status: number): ValidateFunction | null {
  const key = `${method} ${path} ${status}`
  let validator = validators.get(key)
  if (validator === undefined) {
    validator = compile(path, method, status)
    validators.set(key, validator)
  }
  return validator
}

/** What is wrong with a reply by the OpenAPI document, or null. @param path as in the document: `/api/cart/{id}` */
export function replyFault(method: string, path: string, status: number, payload: string): string | null {
  const validate = validatorFor(path, method.toLowerCase(), status)
  return validate === null || validate(JSON.parse(payload)) ? null : ajv.errorsText(validate.errors)
}

export function checkResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isSheet = String(reply.getHeader('content-type')).startsWith('text/csv')
    if (typeof payload !== 'string' || reply.statusCode === 304 || isSheet) return payload
    const route = request.routeOptions.url?.replaceAll(/:(\w+)/g, '{$1}') ?? ''
    const fault = replyFault(request.method, route, reply.statusCode, payload)
    if (fault === null) return payload
    const message = `${request.method} ${request.url} ${reply.statusCode}: ${fault}`
    console.error(`Reply differs from the OpenAPI document: ${message}`)
    void reply.status(500)
    return JSON.stringify({ success: false, message })
  })
}
