/** Products kept on the device, by id: what the shopper saw last, and what is compared. */
import { LIMITS } from '@haat/contract/rules'
import { useMemo } from 'react'
import { parseJson, stored, storeAndTell, useStored } from '../lib/device-storage.ts'

const MOST = { recentlyViewed: LIMITS.recently_viewed, compared: LIMITS.compared }
type List = keyof typeof MOST

const isId = (id: unknown): id is number => typeof id === 'number' && id > 0 && id < 2 ** 31 && id % 1 === 0

/** The ids in what anything may have written, each once. */
export const idsIn = (list: unknown, most: number): number[] =>
  Array.isArray(list) ? [...new Set(list.filter(isId))].slice(0, most) : []

const read = (list: List, text: string | null): readonly number[] => idsIn(parseJson(text), MOST[list])

/** The ids of a list, in order; none on the server. */
export function useKeptProducts(list: List): readonly number[] {
  const text = useStored(list)
  return useMemo(() => read(list, text), [list, text])
}

const write = (list: List, ids: readonly number[]): void =>
  storeAndTell(list, ids.length === 0 ? null : JSON.stringify(ids))

const without = (list: List, id: number): number[] => read(list, stored(list)).filter((other) => other !== id)

/** Puts a product first; the last of a full list leaves. */
export const keepFirst = (list: List, id: number): void =>
  write(list, [id, ...without(list, id)].slice(0, MOST[list]))

/** Appends a product. @returns false for a full list */
export function keepLast(list: List, id: number): boolean {
  const others = without(list, id)
  if (others.length >= MOST[list]) return false
  write(list, [...others, id])
  return true
}

export const drop = (list: List, id: number): void => write(list, without(list, id))

export const dropAll = (list: List): void => write(list, [])
