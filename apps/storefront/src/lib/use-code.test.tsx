import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { FIRST_WAIT } from './reachable.ts'
import { useCode } from './use-code.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Part({ load }: { load: () => Promise<unknown> }) {
  return <p>{useCode(load, true) ? 'here' : 'missing'}</p>
}

it('loads code again that could not be loaded, once the shop answers, while the browser stays online', async () => {
  vi.useFakeTimers()
  let isUp = false
  const asked = vi.fn<typeof fetch>(async () => {
    if (!isUp) throw new TypeError('fetch failed')
    return new Response()
  })
  vi.stubGlobal('fetch', asked)
  const load = vi.fn<() => Promise<void>>(async () => {
    if (!isUp) throw new TypeError('Failed to fetch dynamically imported module')
  })
  const { unmount } = render(<Part load={load} />)
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
  const { unmount } = render(<Part load={() => Promise.reject(new TypeError('Failed to fetch'))} />)
  await vi.advanceTimersByTimeAsync(0)
  unmount()
  await vi.advanceTimersByTimeAsync(2 * FIRST_WAIT)
  expect(asked).not.toHaveBeenCalled()
})
