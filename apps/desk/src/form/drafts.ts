/** What was typed and not yet saved, on this device: by screen and row, with the version that it changes. */
import { clear, createStore, del, get, set, type UseStore } from 'idb-keyval'

export interface Draft<Values> {
  values: Values
  version: string | null
  at: Date
}

let opened: UseStore | undefined
const store = (): UseStore => (opened ??= createStore('haat-desk', 'drafts'))

/** What a form keeps its draft under; null where it keeps none. */
type Key = string | null

/** Without storage, as in some private windows, there are no drafts. */
async function quietly<T>(key: Key, work: (key: string) => Promise<T>): Promise<T | undefined> {
  try {
    return key === null ? undefined : await work(key)
  } catch {
    return undefined
  }
}

export const readDraft = <Values>(key: Key): Promise<Draft<Values> | undefined> =>
  quietly(key, (name) => get<Draft<Values>>(name, store()))
export const keepDraft = <Values>(key: Key, draft: Draft<Values>): Promise<void> =>
  quietly(key, (name) => set(name, draft, store()))
export const dropDraft = (key: Key): Promise<void> => quietly(key, (name) => del(name, store()))
export const clearDrafts = (): Promise<void> => quietly('', () => clear(store()))
