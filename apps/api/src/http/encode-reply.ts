/** Encodes replies by their schemas, about ten times as fast as z.encode(), which checks every value again. */
import * as z from 'zod/mini'

type Encode = (value: unknown) => unknown

const encoders = new WeakMap<z.core.$ZodType, Encode>()

/**
 * A function that gives the same as `JSON.stringify(z.encode(schema, value))` for a valid value. Like that it leaves
 * out every field that the schema does not name; it does not notice a value that the schema forbids.
 */
export function jsonEncoder<Schema extends z.core.$ZodType>(
  schema: Schema,
): (value: z.output<Schema>) => string {
  const encode = encoders.get(schema) ?? encoderOf(schema)
  encoders.set(schema, encode)
  return (value) => JSON.stringify(encode(value))
}

const same: Encode = (value) => value

function encoderOf(schema: z.core.$ZodType): Encode {
  const {
    _zod: { def },
  } = schema as z.core.$ZodTypes
  switch (def.type) {
    case 'object':
      return objectEncoder(def.shape)
    case 'array': {
      const encode = encoderOf(def.element)
      return encode === same ? same : (value) => (value as unknown[]).map(encode)
    }
    case 'nullable':
    case 'optional': {
      const encode = encoderOf(def.innerType)
      return encode === same
        ? same
        : (value) => (value === null || value === undefined ? value : encode(value))
    }
    case 'pipe':
      return codecEncoder(def)
    case 'string':
    case 'number':
    case 'boolean':
    case 'literal':
    case 'enum':
      return same
    case 'union':
      if (def.options.every((option) => encoderOf(option) === same)) return same
      throw new TypeError('Replies with a union of codecs need an encoder.')
    default:
      throw new TypeError(`Replies with ${def.type} need an encoder.`)
  }
}

function objectEncoder(shape: z.core.$ZodShape): Encode {
  const fields = Object.entries(shape).map(([name, field]) => [name, encoderOf(field)] as const)
  // A copy has all fields from the beginning: an object that gets one after the other becomes slow after a dozen.
  const template = JSON.parse(`{${fields.map(([name]) => `${JSON.stringify(name)}:null`).join()}}`) as object
  return (value) => {
    const wire: Record<string, unknown> = { ...template }
    for (const [name, encode] of fields) wire[name] = encode((value as Record<string, unknown>)[name])
    return wire
  }
}

/** A codec's own function gives what its wire schema encodes. */
function codecEncoder(def: z.core.$ZodPipeDef): Encode {
  const encode = encoderOf(def.in)
  const transform = def.reverseTransform as Encode | undefined
  if (transform === undefined) throw new TypeError('Replies cannot be encoded by a pipe.')
  return encode === same ? transform : (value) => encode(transform(value))
}
