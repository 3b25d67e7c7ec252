import { contract } from '@haat/contract'
import { FAILURE_DATA } from '@haat/contract/failures'
import type { Endpoint } from '@haat/contract/endpoint'
import { AnyRupees, Flag, IgnoredRupees, Moment, Rupees, RupeesText } from '@haat/contract/wire'
import type { EndpointPlan, WirePlan } from '../src/api/wire.ts'

const CODECS = new Map<unknown, WirePlan>([
  [Rupees, 'rupees'],
  [RupeesText, 'rupees'],
  [AnyRupees, 'rupees'],
  [IgnoredRupees, 'rupees'],
  [Flag, 'flag'],
  [Moment, 'moment'],
])

/** What a zod schema is made of, as far as it is read here. */
interface Parts {
  shape?: Record<string, unknown>
  element?: unknown
  innerType?: unknown
  in?: unknown
}

const partsOf = (schema: unknown): Parts =>
  typeof schema === 'object' && schema !== null && 'def' in schema ? (schema.def as Parts) : {}

/** Finds the codecs in a schema; undefined where the wire's form is already the code's. */
function planOf(schema: unknown): WirePlan | undefined {
  const codec = CODECS.get(schema)
  if (codec) return codec
  const { shape, element, innerType, in: wire } = partsOf(schema)
  if (innerType ?? wire) return planOf(innerType ?? wire)
  if (element) {
    const each = planOf(element)
    return each && { each }
  }
  const fields = Object.entries(shape ?? {}).flatMap(([name, field]) => {
    const plan = planOf(field)
    return plan ? [[name, plan] as const] : []
  })
  return fields.length > 0 ? { fields: Object.fromEntries(fields) } : undefined
}

const planEndpoint = ({ method, path, access, query, body, reply }: Endpoint): EndpointPlan => ({
  method,
  path,
  access,
  query: planOf(query),
  body: planOf(body),
  reply: planOf(reply),
})

/** The whole contract in plans, group by group. */
export const plans = Object.fromEntries(
  Object.entries(contract).map(([group, endpoints]) => [
    group,
    Object.fromEntries(Object.entries(endpoints).map(([name, endpoint]) => [name, planEndpoint(endpoint)])),
  ]),
)

/** The data that failures carry, by their codes. */
export const failurePlans = Object.fromEntries(
  Object.entries(FAILURE_DATA).map(([code, data]) => [code, planOf(data)]),
)
