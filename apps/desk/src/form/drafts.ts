/** What was typed and not yet saved, on this device: by screen and row, with the version that it changes. */
import { clear, createStore, del, get, set, type UseStore } from 'idb-keyval'

export interface Draft<Values> {
  values: Values
  version: string | null
  at: Date
}

let opened: UseStore | undefined
const store = (): UseStore => (opened ??= createStore('haat-desk', 'drafts'))

/** Without storage, as in some private windows, there are no drafts. */
async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}

export const readDraft = <Values>(key: string): Promise<Draft<Values> | undefined> =>
  quietly(() => get<Draft<Values>>(key, store()))
export const keepDraft = <Values>(key: string, draft: Draft<Values>): Promise<void> =>
  quietly(() => set(key, draft, store()))
export const dropDraft = (key: string): Promise<void> => quietly(() => del(key, store()))
export const clearDrafts = (): Promise<void> => quietly(() => clear(store()))
