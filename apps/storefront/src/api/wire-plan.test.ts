import { Flag, Id, IdText, Moment, ok, Rupees, RupeesText, WholeText } from '@haat/contract/wire'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { compilePlan } from '../../vite/plan-contract.ts'

describe('the wire plan', () => {
  it('contains the codecs of a reply and nothing else', () => {
    const reply = ok({
      id: Id,
      total: Rupees,
      note: z.optional(z.nullable(z.string())),
      lines: z.array(z.object({ at: z.nullable(Moment), sold: Flag, name: z.string() })),
    })
    expect(compilePlan(reply, 'test.reply')).toEqual({
      fields: { total: 'rupees', lines: { each: { fields: { at: 'moment', sold: 'flag' } } } },
    })
  })

  it('omits numbers and ids of a query string', () => {
    const query = z.object({
      page: z.optional(WholeText(1, 9)),
      category: z.optional(z.union([IdText, z.literal('all')])),
      min_price: z.optional(RupeesText),
    })
    expect(compilePlan(query, 'test.query', true)).toEqual({ fields: { min_price: 'rupees' } })
  })

  it.each([
    ['a union with a codec', z.object({ price: z.union([Rupees, z.null()]) }), 'union'],
    ['other fields with a codec', z.catchall(z.object({}), Rupees), 'object'],
    ['a record', z.object({ prices: z.record(z.string(), Rupees) }), 'record'],
    ['a tuple', z.tuple([Rupees]), 'tuple'],
    ['a codec that it does not know', z.object({ id: IdText }), 'pipe'],
    ['a codec with a further check', z.object({ price: Rupees.check(z.refine(() => true)) }), 'pipe'],
    ['a date', z.array(z.date()), 'date'],
    ['a value that is not a schema', undefined, 'unknown schema'],
  ])('throws for %s', (_, schema, type) => {
    expect(() => compilePlan(schema, 'test.reply')).toThrow(
      new RegExp(`^The wire plan cannot compile test\\.reply\\S*: ${type}$`),
    )
  })
})
