/** The contract as an OpenAPI 3.1 document: the wire side of every schema. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { FAILURE_DATA, FailureReply } from './failures.ts'
import { contract } from './index.ts'

type Json = Record<string, unknown>

/** The JSON Schema of the wire side, which is the input of each codec. */
function schemaOf(schema: z.ZodMiniType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
  return json
}

/** The same, but allows additional properties. */
function openSchemaOf(schema: z.ZodMiniType): Json {
  const { additionalProperties: _, ...json } = schemaOf(schema)
  return json
}

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query' | 'header'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema) as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

/** A failure, with additional fields if its code is in `FAILURE_DATA`. */
const failureSchema: Json = {
  ...schemaOf(FailureReply),
  allOf: Object.entries(FAILURE_DATA).map(([code, data]) => ({
    anyOf: [{ properties: { code: { not: { const: code } } } }, openSchemaOf(data)],
  })),
}

const json = (schema: Json) => ({ 'application/json': { schema } })
const failure = (description: string) => ({
  description,
  content: json({ $ref: '#/components/schemas/Failure' }),
})

function responsesOf(endpoint: Endpoint): Json {
  const content = endpoint.file ? { [endpoint.file]: { schema: {} } } : json(schemaOf(endpoint.reply))
  const success = { description: 'Success', content }
  const statuses = endpoint.status === 201 ? { '200': success, '201': success } : { '200': success }
  return {
    ...statuses,
    '400': failure('Malformed request, or a rule is broken'),
    ...(['customer', 'staff'].includes(endpoint.access) && { '401': failure('No valid session') }),
    default: failure('Refused or failed'),
  }
}

const SECURITY: Partial<Record<Endpoint['access'], Json[]>> = {
  customer: [{ session: [] }],
  staff: [{ desk: [], csrf: [] }],
}

function operationOf(group: string, name: string, endpoint: Endpoint): Json {
  const security = SECURITY[endpoint.access]
  return {
    operationId: `${group}_${name}`,
    tags: [group],
    summary: endpoint.summary,
    ...(security && { security }),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...parametersOf(endpoint.headers, 'header'),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: endpoint.takes ? { [endpoint.takes]: { schema: {} } } : json(schemaOf(endpoint.body)),
      },
    }),
    responses: responsesOf(endpoint),
  }
}

/** An endpoint beside those of the table of contents. */
export interface Operation {
  tag: string
  name: string
  endpoint: Endpoint
  /** Of these, any is enough. */
  permission?: readonly string[]
}

/** @param version of the program @param desk what the staff call */
export function openApi(version: string, desk: readonly Operation[] = []) {
  const paths: Record<string, Json> = {}
  for (const [group, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const operations = (paths[endpoint.path] ??= {})
      operations[endpoint.method.toLowerCase()] = operationOf(group, name, endpoint)
    }
  }
  for (const { tag, name, endpoint, permission } of desk) {
    const operations = (paths[endpoint.path] ??= {})
    operations[endpoint.method.toLowerCase()] = {
      ...operationOf(tag, name, endpoint),
      operationId: `${tag.replace(': ', '_')}_${name}`,
      ...(permission && { 'x-permission': permission }),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Haat',
      version,
      description: 'Money is in rupees with at most two decimals, times are ISO 8601 UTC, flags are 1 or 0.',
    },
    tags: [...new Set([...Object.keys(contract), ...desk.map(({ tag }) => tag)])].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Failure: failureSchema },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        desk: { type: 'apiKey', in: 'cookie', name: 'haat_desk' },
        csrf: { type: 'apiKey', in: 'header', name: 'x-haat-desk' },
      },
    },
  }
}
