/** What an act takes or replies, as JSON Schema with Haat's own words. */
import * as z from 'zod/mini'

/** What JSON Schema, with Haat's own words, says about a value. */
export interface Schema {
  type?: string
  /** `rupees`, `date-time`, `date`, `month`, `percent` or `code`. */
  format?: string
  enum?: string[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  propertyNames?: Schema
  title?: string
  description?: string
  columns?: string[]
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
  /** A text that is read from a file. */
  file?: true
  /** Names a file: the whole value, or this field of it. */
  local?: true | string
}

/** The schema of the wire's side. */
export const schemaOf = (schema: z.ZodMiniType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
