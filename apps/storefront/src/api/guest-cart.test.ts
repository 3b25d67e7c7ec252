// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { addGuestHeart, addToGuestCart, removeFromGuestCart, removeGuestHeart } from './guest-cart-changes.ts'
import { hasGuestCart, readGuestCart } from './guest-cart.ts'
import { endMerge, problemsText, startMerge } from './merge-guest-cart.ts'

const KEY = 'guestCart'

beforeEach(() => localStorage.clear())

it('keeps each variant once, and leaves nothing behind', () => {
  addToGuestCart(4)
  addToGuestCart(7)
  addToGuestCart(4)
  addGuestHeart(9)
  expect(JSON.parse(localStorage.getItem(KEY)!)).toEqual({ variants: [4, 7], hearts: [9], merging: null })
  removeFromGuestCart(4)
  removeFromGuestCart(7)
  expect(hasGuestCart()).toBe(true)
  removeGuestHeart(9)
  expect(localStorage.getItem(KEY)).toBeNull()
})

it('merges under one key until the server has confirmed it, and what comes later under another', () => {
  addToGuestCart(4)
  const first = startMerge()!
  expect(first).toEqual({ key: expect.stringMatching(/^[\da-f]{32}$/), variants: [4] })
  addToGuestCart(4)
  addToGuestCart(7)
  expect(startMerge()).toEqual(first)
  endMerge('another')
  expect(startMerge()).toEqual(first)
  endMerge(first.key)
  const second = startMerge()!
  expect(second.variants).toEqual([7])
  expect(second.key).not.toBe(first.key)
  endMerge(second.key)
  expect([startMerge(), localStorage.getItem(KEY)]).toEqual([null, null])
})

it.each([
  'no JSON',
  'null',
  '[]',
  '{"variants":{"length":3},"merging":"x"}',
  '{"variants":[0,-1,1.5,"2",null,4294967296],"hearts":[{}],"merging":{"key":"<b>","variants":[3]}}',
])('ignores %s', (text) => {
  localStorage.setItem(KEY, text)
  expect([startMerge(), readGuestCart().hearts]).toEqual([null, []])
  addToGuestCart(5)
  expect(startMerge()?.variants).toEqual([5])
})

it('is bounded', () => {
  for (let id = 1; id <= 60; id += 1) {
    addToGuestCart(id)
    addGuestHeart(id)
  }
  expect(startMerge()?.variants).toHaveLength(50)
  expect(readGuestCart().hearts).toHaveLength(50)
})

it('shows three reasons, and counts the others', () => {
  expect(problemsText(['One.', 'Two.', 'Three.'])).toBe('One. Two. Three.')
  const many = Array.from({ length: 44 }, () => 'Gone.')
  expect(problemsText(many)).toBe('Gone. Gone. Gone. 41 more items could not be added in full.')
})
