import { expect, it } from 'vitest'
import { CallError } from './client.ts'
import { createQueryClient } from './queries.ts'

it.each([
  [503, 0.01, 2],
  [503, 3600, 1],
  [503, undefined, 1],
  [409, 0.01, 1],
])('asks after %i, to be asked again after %s s, %i times', async (status, retryAfter, times) => {
  let asked = 0
  const queryFn = () => {
    asked += 1
    throw Object.assign(new CallError(status, 'No'), { retryAfter })
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  const client = createQueryClient()
  client.getQueryCache().subscribe(({ query }) => query.state.status === 'error' && resolve())
  void client.prefetchQuery({ queryKey: ['busy'], queryFn, retry: client.getDefaultOptions().queries?.retry })
  await promise
  expect(asked).toBe(times)
})
