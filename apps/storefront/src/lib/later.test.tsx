import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { FIRST_WAIT } from './reachable.ts'
import { later } from './later.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const Here = () => <p>here</p>

it('loads code again that could not be loaded, once the shop answers, while the browser stays online', async () => {
  vi.useFakeTimers()
  let isUp = false
  const asked = vi.fn<typeof fetch>(async () => {
    if (!isUp) throw new TypeError('fetch failed')
    return new Response()
  })
  vi.stubGlobal('fetch', asked)
  const load = vi.fn<() => Promise<typeof Here>>(async () => {
    if (!isUp) throw new TypeError('Failed to fetch dynamically imported module')
    return Here
  })
  const [Part] = later(load)
  const { unmount } = render(<Part />)
  await vi.advanceTimersByTimeAsync(FIRST_WAIT)
  expect([load.mock.calls.length, asked.mock.calls.length]).toEqual([1, 1])
  isUp = true
  await act(() => vi.advanceTimersByTimeAsync(2 * FIRST_WAIT))
  expect(screen.getByText('here')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(2)
  unmount()
})

it('asks no longer when the part is gone', async () => {
  vi.useFakeTimers()
  const asked = vi.fn<typeof fetch>(async () => new Response())
  vi.stubGlobal('fetch', asked)
  const [Part] = later(() => Promise.reject(new TypeError('Failed to fetch')))
  const { unmount } = render(<Part />)
  await vi.advanceTimersByTimeAsync(0)
  unmount()
  await vi.advanceTimersByTimeAsync(2 * FIRST_WAIT)
  expect(asked).not.toHaveBeenCalled()
})
