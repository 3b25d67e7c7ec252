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

/**
 * Compiles an object literal with the fields of the schema. A loop that sets one field after the other takes as long again
 * as `JSON.stringify`.
 */
function objectEncoder(shape: z.core.$ZodShape): Encode {
  const fields = Object.entries(shape).map(([name, field]) => ({
    name: JSON.stringify(name),
    encode: encoderOf(field),
  }))
  const literal = fields.map(({ name, encode }, at) =>
    encode === same ? `${name}: value[${name}]` : `${name}: encode${at}(value[${name}])`,
  )
  const parameters = fields.map((_, at) => `encode${at}`)
  // oxlint-disable-next-line typescript/no-implied-eval -- of names in the contract, as zod and Fastify do
  const compile = new Function(...parameters, `return (value) => ({ ${literal.join()} })`)
  return compile(...fields.map(({ encode }) => encode))
}

/** A codec's own function gives what its wire schema encodes. */
function codecEncoder(def: z.core.$ZodPipeDef): Encode {
  const encode = encoderOf(def.in)
  const transform = def.reverseTransform as Encode | undefined
  if (transform === undefined) throw new TypeError('Replies cannot be encoded by a pipe.')
  return encode === same ? transform : (value) => encode(transform(value))
}
