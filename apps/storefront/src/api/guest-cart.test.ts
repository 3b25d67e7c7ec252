// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import {
  addGuestHeart,
  addGuestNotice,
  addToGuestCart,
  hasGuestCart,
  readGuestCart,
  removeFromGuestCart,
  removeGuestHeart,
  setGuestPieces,
} from './guest-cart.ts'
import { endMerge, problemsText, startMerge } from './merge-guest-cart.ts'

const KEY = 'guestCart'
/** Ids of customers. */
const ASHA = 1
const VIKRAM = 2

beforeEach(() => localStorage.clear())

it('keeps each variant once, where it was added last, and leaves nothing behind', () => {
  addToGuestCart(4)
  addToGuestCart(7)
  addToGuestCart(4)
  addGuestHeart(9)
  expect(JSON.parse(localStorage.getItem(KEY)!)).toEqual({
    ...{ variants: [7, 4], pieces: {}, hearts: [9], notices: [] },
  })
  removeFromGuestCart(4)
  removeFromGuestCart(7)
  expect(hasGuestCart(ASHA)).toBe(true)
  removeGuestHeart(9)
  expect(localStorage.getItem(KEY)).toBeNull()
})

it('keeps how many pieces a guest wants, until the variant is taken out', () => {
  addToGuestCart(4)
  addToGuestCart(7)
  setGuestPieces(4, 3)
  expect(readGuestCart().pieces).toEqual({ 4: 3 })
  removeFromGuestCart(4)
  addToGuestCart(4)
  expect(readGuestCart()).toMatchObject({ variants: [7, 4], pieces: {} })
  expect(JSON.parse(localStorage.getItem(KEY)!).pieces).toEqual({})
  localStorage.setItem(KEY, '{"variants":[7],"pieces":{"7":-1,"8":"x","9":1.5}}')
  expect(startMerge(ASHA)).toMatchObject({ variants: [7], pieces: {} })
})

it('takes what a guest wants to be mailed about into the account', () => {
  addGuestNotice(4)
  addGuestNotice(7)
  addGuestNotice(4)
  expect(startMerge(ASHA)).toMatchObject({ variants: [], hearts: [], notices: [7, 4] })
  endMerge(ASHA)
  expect(hasGuestCart(ASHA)).toBe(false)
})

it('merges under one key until the server has confirmed it, and what comes later under another', () => {
  addToGuestCart(4)
  addGuestHeart(9)
  const first = startMerge(ASHA)!
  const key = expect.stringMatching(/^[\da-f]{32}$/)
  expect(first).toEqual({ key, variants: [4], pieces: {}, hearts: [9], notices: [] })
  addToGuestCart(4)
  addToGuestCart(7)
  expect(startMerge(ASHA)).toEqual(first)
  endMerge(ASHA)
  const second = startMerge(ASHA)!
  expect(second.variants).toEqual([4, 7])
  expect(second.key).not.toBe(first.key)
  endMerge(ASHA)
  expect([startMerge(ASHA), hasGuestCart(ASHA)]).toEqual([null, false])
})

it('keeps a merge without confirmation for its customer, whoever logs in next', () => {
  addToGuestCart(4)
  const first = startMerge(ASHA)
  expect(startMerge(VIKRAM)).toBeNull()
  addToGuestCart(7)
  expect(startMerge(VIKRAM)?.variants).toEqual([7])
  endMerge(VIKRAM)
  expect([hasGuestCart(VIKRAM), hasGuestCart(ASHA)]).toEqual([false, true])
  expect(startMerge(ASHA)).toEqual(first)
})

it('keeps what a customer added without a network for them, beside what a guest has', () => {
  localStorage.setItem(`${KEY}.${ASHA}`, '{"variants":[4],"hearts":[9]}')
  expect([startMerge(VIKRAM), hasGuestCart(VIKRAM), hasGuestCart(ASHA)]).toEqual([null, false, true])
  addToGuestCart(7)
  expect(startMerge(ASHA)?.variants).toEqual([7])
  endMerge(ASHA)
  expect(startMerge(ASHA)).toMatchObject({ variants: [4], hearts: [9] })
  endMerge(ASHA)
  expect(hasGuestCart(ASHA)).toBe(false)
})

it.each([
  'no JSON',
  'null',
  '[]',
  '{"variants":{"length":3}}',
  '{"variants":[0,-1,1.5,"2",null,4294967296],"hearts":[{}]}',
  '{"key":3,"variants":[0]}',
])('ignores %s', (text) => {
  for (const key of [KEY, `guestCartMerge.${ASHA}`]) localStorage.setItem(key, text)
  expect([startMerge(ASHA), readGuestCart().hearts]).toEqual([null, []])
  addToGuestCart(5)
  expect(startMerge(ASHA)?.variants).toEqual([5])
})

it('is bounded', () => {
  for (let id = 1; id <= 60; id += 1) {
    addToGuestCart(id)
    addGuestHeart(id)
  }
  expect(startMerge(ASHA)?.variants).toHaveLength(50)
})

it('shows three reasons, and counts the others', () => {
  expect(problemsText(['One.', 'Two.', 'Three.'])).toBe('One.\nTwo.\nThree.')
  const many = Array.from({ length: 44 }, () => 'Gone.')
  expect(problemsText(many)).toBe('Gone.\nGone.\nGone.\n41 more items could not be added in full.')
})
