// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { store, stored } from './device-storage.ts'

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

const fail = (name: string) => () => {
  throw new DOMException('No storage here', name)
}

it('keeps texts on the device', () => {
  store('a', 'one')
  expect([stored('a'), localStorage.getItem('a')]).toEqual(['one', 'one'])
  store('a', null)
  expect([stored('a'), localStorage.length]).toEqual([null, 0])
})

it('keeps in memory what a full storage does not take', () => {
  store('a', 'one')
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(fail('QuotaExceededError'))
  store('a', 'two')
  expect(stored('a')).toBe('two')
  full.mockRestore()
  store('a', 'three')
  localStorage.setItem('a', 'four')
  expect(stored('a')).toBe('four')
})

it('works where the browser refuses storage', () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(fail('SecurityError'))
  expect(stored('b')).toBeNull()
  store('b', 'one')
  expect(stored('b')).toBe('one')
  store('b', null)
  expect(stored('b')).toBeNull()
})
