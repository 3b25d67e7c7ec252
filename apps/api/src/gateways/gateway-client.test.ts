import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ProviderRefused } from '../adapters/payment-provider.ts'
import { readAnswer } from './gateway-client.ts'

const read = (status: number, body: unknown) =>
  readAnswer('Gateway', { status, body }, z.object({ id: z.string() }))
const messageOf = (status: number, body: unknown): string => {
  try {
    return read(status, body).id
  } catch (error) {
    return (error as Error).message
  }
}

describe("a gateway's answer", () => {
  it('is read whatever else it holds, and refused without what it must hold', () => {
    expect(read(201, { id: 'x', more: [] })).toEqual({ id: 'x' })
    expect(() => read(200, { id: 7 })).toThrow('Gateway answers with something else than it publishes.')
  })

  it.each([400, 401, 403, 404, 410, 417, 422, 429])('means "not done" with status %s', (status) => {
    expect(() => read(status, null)).toThrow(ProviderRefused)
  })

  it.each([302, 408, 409, 500, 502, 503, 504])('leaves open what happened with status %s', (status) => {
    expect(() => read(status, 'R999')).toThrow(new Error(`Gateway answers ${status}.`))
    expect(() => read(status, null)).not.toThrow(ProviderRefused)
  })

  it('is explained by code and text, without addresses, numbers and keys', () => {
    expect(messageOf(400, { code: 'BAD', message: 'Not asha@okhdfc or +919876543210' })).toBe(
      'Gateway answers 400 (BAD: Not * or *).',
    )
    expect(messageOf(500, { errorCode: 'OOPS', message: null, context: { secret: 's' } })).toBe(
      'Gateway answers 500 (OOPS).',
    )
    const error = { code: 'BAD_REQUEST_ERROR', description: `No ${'x'.repeat(50)}`, field: 'amount' }
    expect(messageOf(400, { error })).toBe('Gateway answers 400 (BAD_REQUEST_ERROR: No *).')
    expect(messageOf(400, { message: 'word '.repeat(1000) }).length).toBeLessThan(250)
  })
})
