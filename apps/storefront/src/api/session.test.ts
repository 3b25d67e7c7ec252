import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const MINUTE = 60_000
const user = { id: 7, name: 'Asha', email: 'asha@example.com', phone_number: '9876543210' }

class MemoryStorage {
  #items = new Map<string, string>()
  getItem = (key: string) => this.#items.get(key) ?? null
  setItem = (key: string, value: string) => void this.#items.set(key, value)
  removeItem = (key: string) => void this.#items.delete(key)
  keys = () => [...this.#items.keys()]
}

let storage: MemoryStorage

/** A fresh copy of the module, as after loading the page. */
const load = () => import('./session.ts')

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-01T00:00:00Z') })
  vi.resetModules()
  storage = new MemoryStorage()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('window', new EventTarget())
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE)

describe('a session', () => {
  it('is stored under the specified names', async () => {
    const { startSession } = await load()
    startSession({ user, accessToken: 'token', expiresAt: inMinutes(60) })
    expect(storage.keys().sort()).toEqual(['accessToken', 'tokenExpiry', 'user', 'userId'])
    expect(storage.getItem('userId')).toBe('7')
    expect(storage.getItem('tokenExpiry')).toBe('2026-01-01T01:00:00.000Z')
  })

  it('lasts 24 hours when the reply has no expiry', async () => {
    const { startSession, readSession } = await load()
    startSession({ user, accessToken: 'token' })
    expect(readSession()?.expiresAt).toEqual(inMinutes(24 * 60))
  })

  it('survives a reload', async () => {
    ;(await load()).startSession({ user, accessToken: 'token', expiresAt: inMinutes(60) })
    vi.resetModules()
    const { openSession, readSession } = await load()
    openSession()
    expect(readSession()).toMatchObject({ user, accessToken: 'token' })
  })

  it('ends by timer five minutes before it expires', async () => {
    const { startSession, readSession, onSessionEnd } = await load()
    const ended = vi.fn<(end: string) => void>()
    onSessionEnd(ended)
    startSession({ user, accessToken: 'token', expiresAt: inMinutes(60) })
    vi.advanceTimersByTime(55 * MINUTE - 1)
    expect(readSession()).not.toBeNull()
    vi.advanceTimersByTime(1)
    expect(readSession()).toBeNull()
    expect(ended).toHaveBeenCalledExactlyOnceWith('expired')
    expect(storage.keys()).toEqual([])
  })

  it('ends when another tab ends it or begins another customer’s, but not when that customer logs in again', async () => {
    const { openSession, startSession, onSessionEnd, readSession } = await load()
    openSession()
    startSession({ user, accessToken: 'token' })
    const ended = vi.fn<(end: string) => void>()
    onSessionEnd(ended)
    const fromAnotherTab = (changes: Record<string, string>) => {
      for (const [key, text] of Object.entries(changes)) storage.setItem(key, text)
      window.dispatchEvent(Object.assign(new Event('storage'), { key: 'accessToken' }))
    }
    fromAnotherTab({ accessToken: 'newer' })
    expect([ended.mock.calls, readSession()?.accessToken]).toEqual([[], 'newer'])
    fromAnotherTab({ accessToken: 'other', user: JSON.stringify({ ...user, id: 8 }) })
    expect([ended.mock.calls, readSession()?.user.id]).toEqual([[['elsewhere']], 8])
    fromAnotherTab({ accessToken: '' })
    expect([ended.mock.calls.length, readSession()]).toEqual([2, null])
    fromAnotherTab({ accessToken: '' })
    expect(ended).toHaveBeenCalledTimes(2)
  })

  it('begins when another tab logs in, also when its keys arrive one by one', async () => {
    const { openSession, readSession } = await load()
    openSession()
    const arrive = (key: string, text: string) => {
      storage.setItem(key, text)
      window.dispatchEvent(Object.assign(new Event('storage'), { key }))
    }
    arrive('user', JSON.stringify(user))
    arrive('userId', '7')
    arrive('accessToken', 'token')
    expect(readSession()).toBeNull()
    arrive('tokenExpiry', inMinutes(60).toISOString())
    expect(readSession()).toMatchObject({ user, accessToken: 'token' })
  })

  it('ends at load when five minutes or less are left', async () => {
    ;(await load()).startSession({ user, accessToken: 'token', expiresAt: inMinutes(5) })
    vi.resetModules()
    const { openSession, readSession } = await load()
    openSession()
    expect(readSession()).toBeNull()
    expect(storage.getItem('accessToken')).toBeNull()
  })

  it('reports an end at load to the first listener, once', async () => {
    ;(await load()).startSession({ user, accessToken: 'token', expiresAt: inMinutes(5) })
    vi.resetModules()
    const { openSession, onSessionEnd } = await load()
    openSession()
    const ended = vi.fn<(end: string) => void>()
    onSessionEnd(ended)
    onSessionEnd(ended)
    expect(ended).toHaveBeenCalledExactlyOnceWith('expired')
  })

  it('is ignored when the stored values are invalid', async () => {
    storage.setItem('accessToken', 'token')
    storage.setItem('tokenExpiry', 'soon')
    storage.setItem('user', '{')
    const { openSession, readSession } = await load()
    openSession()
    expect(readSession()).toBeNull()
  })

  it('clears on logout, but not when it expires, what the customer wrote and looked at', async () => {
    const { startSession, endSession } = await load()
    storage.setItem('pendingOrderData', '{}')
    storage.setItem('recentlyViewed', '[1]')
    startSession({ user, accessToken: 'token', expiresAt: inMinutes(60) })
    endSession('expired')
    expect(storage.keys().sort()).toEqual(['pendingOrderData', 'recentlyViewed'])
    endSession('logout')
    expect(storage.keys()).toEqual([])
  })
})
