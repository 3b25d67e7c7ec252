import type { Contract } from '@haat/contract'
import type { Endpoint } from '@haat/contract/endpoint'
import { toPaise, toRupees } from '@haat/contract/money'

/** Where a value differs between the wire and the code. */
export type WirePlan =
  | 'rupees'
  | 'flag'
  | 'moment'
  | { each: WirePlan }
  | { fields: Record<string, WirePlan> }

/** The part of an endpoint that a caller needs. */
export interface EndpointPlan {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With parameters in braces. */
  path: string
  access: Endpoint['access']
  query?: WirePlan
  body?: WirePlan
  reply?: WirePlan
}

/** An endpoint's plan; the type keeps the endpoint it was made from. */
export type Planned<E extends Endpoint> = EndpointPlan & { readonly endpoint?: E }

/** What `virtual:wire-plan` exports. @public */
export type PlannedContract = {
  [Group in keyof Contract]: {
    [Name in keyof Contract[Group]]: Contract[Group][Name] extends Endpoint
      ? Planned<Contract[Group][Name]>
      : never
  }
}

const DECODE = {
  rupees: (rupees: unknown) => toPaise(Number(rupees)),
  flag: (flag: unknown) => flag === 1,
  moment: (iso: unknown) => new Date(String(iso)),
}
const ENCODE = {
  rupees: (paise: unknown) => toRupees(Number(paise)),
  flag: (flag: unknown) => (flag === true ? 1 : 0),
  moment: (date: unknown) => (date instanceof Date ? date.toISOString() : date),
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function walk(value: unknown, plan: WirePlan, convert: typeof DECODE | typeof ENCODE): unknown {
  if (value === null || value === undefined) return value
  if (typeof plan === 'string') return convert[plan](value)
  if ('each' in plan)
    return Array.isArray(value) ? value.map((item) => walk(item, plan.each, convert)) : value
  if (!isRecord(value)) return value
  const converted = { ...value }
  for (const [name, field] of Object.entries(plan.fields)) {
    if (name in value) converted[name] = walk(value[name], field, convert)
  }
  return converted
}

/** From the wire: rupees to paise, 1/0 to booleans, ISO 8601 to Dates. */
export const decode = (value: unknown, plan?: WirePlan): unknown => (plan ? walk(value, plan, DECODE) : value)

export const encode = (value: unknown, plan?: WirePlan): unknown => (plan ? walk(value, plan, ENCODE) : value)

/** A query string with its question mark, without absent and empty values. */
export function encodeQuery(query: unknown, plan?: WirePlan): string {
  const wire = encode(query, plan)
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(isRecord(wire) ? wire : {})) {
    const text = typeof value === 'boolean' ? (value ? '1' : '0') : String(value ?? '')
    if (text !== '') search.set(name, text)
  }
  const text = search.toString()
  return text && `?${text}`
}
