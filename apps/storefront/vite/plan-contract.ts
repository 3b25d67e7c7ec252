import { contract } from '@haat/contract'
import type { Endpoint } from '@haat/contract/endpoint'
import { FAILURE_DATA } from '@haat/contract/failures'
import {
  AnyRupees,
  Flag,
  FlagOrBoolean,
  IgnoredRupees,
  Moment,
  Rupees,
  RupeesText,
} from '@haat/contract/wire'
import type { EndpointPlan, WirePlan } from '../src/api/wire.ts'

type Plan = WirePlan | undefined

/** How the storefront converts the contract's codecs; undefined for no conversion. */
const CODECS = new Map<unknown, Plan>([
  [Rupees, 'rupees'],
  [RupeesText, 'rupees'],
  [AnyRupees, 'rupees'],
  [IgnoredRupees, 'rupees'],
  [Flag, 'flag'],
  [FlagOrBoolean, undefined],
  [Moment, 'moment'],
])

/** Types of schemas whose values are the same on the wire and in code. */
const PLAIN = ['string', 'number', 'int', 'boolean', 'literal', 'enum', 'null', 'unknown', 'never', 'custom']
const WRAPPERS = ['optional', 'nullable', 'default', 'readonly']

/** The fields of zod's schema definitions that `compilePlan` reads. */
interface Definition {
  type?: string
  shape?: Record<string, unknown>
  catchall?: unknown
  element?: unknown
  innerType?: unknown
  options?: unknown[]
  in?: unknown
  out?: unknown
}

const definitionOf = (schema: unknown): Definition =>
  typeof schema === 'object' && schema !== null && 'def' in schema ? (schema.def as Definition) : {}

/**
 * Compiles a schema to the positions of its codecs; undefined if it has none.
 *
 * @param path names the schema in errors, for example `cart.add.body`
 * @param isQuery whether it is a query string, whose text codecs `encodeQuery` covers
 * @throws Error for an unknown type of schema, since a codec in it would be skipped
 */
export function compilePlan(schema: unknown, path: string, isQuery = false): Plan {
  if (CODECS.has(schema)) return CODECS.get(schema)
  const {
    type = 'unknown schema',
    shape = {},
    catchall,
    element,
    innerType,
    options = [],
    in: input,
    out,
  } = definitionOf(schema)
  if (PLAIN.includes(type)) return undefined
  if (WRAPPERS.includes(type)) return compilePlan(innerType, path, isQuery)
  if (type === 'array') {
    const each = compilePlan(element, `${path}[]`, isQuery)
    return each && { each }
  }
  if (type === 'object' && (!catchall || compilePlan(catchall, path, isQuery) === undefined)) {
    const fields = Object.entries(shape).flatMap(([name, field]) => {
      const plan = compilePlan(field, `${path}.${name}`, isQuery)
      return plan ? [[name, plan] as const] : []
    })
    return fields.length > 0 ? { fields: Object.fromEntries(fields) } : undefined
  }
  // A wrapper of the contract, such as `ok`: only its wire side has fields.
  if (type === 'pipe' && definitionOf(out).type === 'custom') return compilePlan(input, path, isQuery)
  if (type === 'pipe' && isQuery && ['string', 'enum'].includes(definitionOf(input).type ?? ''))
    return undefined
  if (type === 'union' && options.every((option) => compilePlan(option, path, isQuery) === undefined))
    return undefined
  throw new Error(`The wire plan cannot compile ${path}: ${type}`)
}

const planEndpoint = (
  name: string,
  { method, path, access, query, body, reply }: Endpoint,
): EndpointPlan => ({
  method,
  path,
  access,
  query: query && compilePlan(query, `${name}.query`, true),
  body: body && compilePlan(body, `${name}.body`),
  reply: compilePlan(reply, `${name}.reply`),
})

/** The plans of all endpoints, group by group. */
export const plans = Object.fromEntries(
  Object.entries(contract).map(([group, endpoints]) => [
    group,
    Object.fromEntries(
      Object.entries(endpoints).map(([name, endpoint]) => [name, planEndpoint(`${group}.${name}`, endpoint)]),
    ),
  ]),
)

/** The plans of the data that failures carry, by code. */
export const failurePlans = Object.fromEntries(
  Object.entries(FAILURE_DATA).map(([code, data]) => [code, compilePlan(data, code)]),
)
