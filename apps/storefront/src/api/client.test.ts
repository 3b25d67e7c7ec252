import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { serverNow, setServerTime } from '../lib/use-now.ts'
import { ApiError, call, contract, download, isRefusal, messageOf } from './client.ts'
import { readSession, startSession } from './session.ts'

const sent: Request[] = []
let answer: () => Promise<Response>

const json = (status: number, body: unknown) => async () => Response.json(body, { status })

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('window', { location: { href: 'http://shop.test/' }, addEventListener: () => undefined })
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  })
  vi.stubGlobal('fetch', (request: Request) => {
    sent.push(request)
    return answer()
  })
  const user = { id: 7, name: 'Asha', email: 'asha@example.com', phone_number: '9876543210' }
  startSession({ user, accessToken: 'token' })
})

afterEach(() => vi.unstubAllGlobals())

it.each([
  [409, true],
  [401, false],
  [429, false],
  [503, false],
])('takes %d for a refusal: %s', (status, expected) => {
  expect(isRefusal(new ApiError({ status, statusText: '' }))).toBe(expected)
  expect(isRefusal(new ApiError())).toBe(false)
})

describe('call', () => {
  it('fills the path and sends the token only to endpoints for customers', async () => {
    answer = json(200, { success: true, message: 'ok', result: { deleted: 1 } })
    const reply = await call(contract.cart.remove, { params: { id: 12 } })
    expect(reply.result.deleted).toBe(1)
    expect(sent[0]?.url).toBe('http://shop.test/api/cart/12')
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer token')
    answer = json(200, [])
    await call(contract.catalog.banners)
    expect(sent[1]?.headers.has('authorization')).toBe(false)
  })

  it('sets its clock to the time in the reply', async () => {
    const headers = { 'x-haat-now': '2031-05-01T00:00:00.000Z' }
    answer = async () => Response.json([], { headers })
    await call(contract.catalog.banners)
    expect(serverNow().getUTCFullYear()).toBe(2031)
    setServerTime(new Date())
  })

  it('stops its clock while that of the server is frozen', async () => {
    vi.useFakeTimers({ now: 0 })
    onTestFinished(() => void vi.useRealTimers())
    const frozenAt = new Date('2031-05-01T00:00:00.000Z')
    const moment = { 'x-haat-now': frozenAt.toISOString() }
    answer = async () => Response.json([], { headers: { ...moment, 'x-haat-frozen': 'true' } })
    await call(contract.catalog.banners)
    vi.advanceTimersByTime(60_000)
    expect(serverNow()).toEqual(frozenAt)
    // The settings carry the time too.
    setServerTime(frozenAt)
    vi.advanceTimersByTime(60_000)
    expect(serverNow()).toEqual(frozenAt)
    answer = async () => Response.json([], { headers: { ...moment, 'x-haat-frozen': 'false' } })
    await call(contract.catalog.banners)
    vi.advanceTimersByTime(60_000)
    expect(serverNow().getTime() - frozenAt.getTime()).toBe(60_000)
    setServerTime(new Date())
  })

  it('throws an error with reason, code and the whole reply', async () => {
    answer = json(409, { success: false, message: 'Only 2 left', code: 'OUT_OF_STOCK', available: 2 })
    await expect(call(contract.cart.add, { body: { variant_id: 1, quantity: 5 } })).rejects.toMatchObject({
      status: 409,
      message: 'Only 2 left',
      code: 'OUT_OF_STOCK',
      body: { available: 2 },
    })
  })

  it.each([
    ['<html>', 502, true],
    ['<html>', 200, true],
    ['', 400, false],
    ['', 200, false],
    ['{}', 500, false],
  ])('gives no reason for %j with status %i', async (body, status, isNotJson) => {
    answer = async () => new Response(body, { status })
    await expect(call(contract.catalog.banners)).rejects.toMatchObject({
      status,
      reason: null,
      isNotJson,
    })
  })

  it('uses the text of the screen when the server gives no reason', async () => {
    const textOf = async () =>
      messageOf(
        await call(contract.catalog.banners).catch((error: unknown) => error),
        'Own text',
        'No network',
      )
    for (const body of [{ success: false }, { success: false, message: '' }, {}, null]) {
      answer = json(500, body)
      expect(await textOf()).toBe('Own text')
    }
    answer = json(200, { success: false })
    expect(await textOf()).toBe('Own text')
    answer = json(400, { success: false, message: 'Said why' })
    expect(await textOf()).toBe('Said why')
    for (const body of ['', '<html>']) {
      answer = async () => new Response(body, { status: 502 })
      expect(await textOf()).toBe('Own text')
    }
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await textOf()).toBe('No network')
  })

  it('distinguishes a network failure from a refusal', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(call(contract.catalog.banners)).rejects.toMatchObject({ status: 0 })
  })

  it('ends the session on 401, but not when a login fails', async () => {
    answer = json(401, { success: false, message: 'Invalid credentials' })
    const login = call(contract.auth.login, { body: { email: 'a@b.in', password: 'wrong' } })
    await expect(login).rejects.toThrow('Invalid credentials')
    expect(readSession()).not.toBeNull()
    answer = json(401, { success: false, message: 'Unauthorized' })
    const calls = [call(contract.cart.list), call(contract.wishlist.list)]
    for (const sentBefore of calls) {
      const error = await sentBefore.catch((failure: unknown) => failure)
      expect(messageOf(error, 'Something went wrong')).toBe('Your session has ended. Please login again.')
    }
    expect(readSession()).toBeNull()
  })

  it('keeps a session that began after the call was sent', async () => {
    const user = { id: 1, name: 'Asha', email: 'a@b.in', phone_number: '9876543210' }
    answer = json(401, { success: false, message: 'Unauthorized' })
    const late = call(contract.cart.list)
    startSession({ user, accessToken: 'newer' })
    await expect(late).rejects.toThrow('Unauthorized')
    expect(readSession()?.accessToken).toBe('newer')
  })
})

describe('download', () => {
  it('returns the bytes or throws the refusal', async () => {
    answer = async () => new Response('%PDF-', { headers: { 'content-type': 'application/pdf' } })
    const file = await download(contract.invoices.get, { params: { id: 7 } })
    expect(await file.text()).toBe('%PDF-')
    expect(sent[0]?.url).toBe('http://shop.test/api/orders/7/invoice')
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer token')
    answer = json(404, { success: false, message: 'Invoice not found' })
    await expect(download(contract.invoices.get, { params: { id: 8 } })).rejects.toMatchObject({
      status: 404,
      message: 'Invoice not found',
    })
  })
})
