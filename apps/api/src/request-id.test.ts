import { expect, it } from 'vitest'
import { chooseRequestId } from './request-id.ts'

it.each(['4f9c2d1e-77aa', 'e0b1c2d3e4f5061728394a5b6c7d8e9f', '550e8400-e29b-41d4-a716-446655440000'])(
  'keeps the id %s of a proxy',
  (id) => expect(chooseRequestId(id)).toBe(id),
)

it.each(['short', 'a\nb forged', undefined])('replaces %j', (id) =>
  expect(chooseRequestId(id)).toMatch(/^[\da-f-]{36}$/),
)
