/** The stream that tells open desks what happened. */
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { atTheDesk, type DeskUser, placeOrder } from '../../../test/desk.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { rule } from '../../../test/rule.ts'

let test: TestShop
let origin: string
beforeEach(async () => {
  test = await openTestShop()
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`
})
afterEach(() => {
  // A connection that the client opened ahead of a request would be waited for.
  test.app.server.closeAllConnections()
  return test.close()
})

/** What a stream has sent so far. */
async function listen({ headers }: Pick<DeskUser, 'headers'>, more: Record<string, string> = {}) {
  const stopping = new AbortController()
  const reply = await fetch(`${origin}/api/desk/events`, {
    headers: { ...headers, ...more },
    signal: stopping.signal,
  })
  const heard = { reply, text: '', hasEnded: false, stop: () => stopping.abort() }
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of reply.body ?? []) heard.text += decoder.decode(chunk)
  }
  void read()
    .catch(() => undefined)
    .finally(() => (heard.hasEnded = true))
  return heard
}

/** The first poll notes where the stream begins. */
const begun = () => sleep(300)

rule('tells of orders and acts to those who may know', async () => {
  const [owner, packer, clerk] = [
    await atTheDesk(test),
    await atTheDesk(test, 'packer'),
    await atTheDesk(test, []),
  ]
  const heard = { owner: await listen(owner), packer: await listen(packer), clerk: await listen(clerk) }
  expect(Object.fromEntries(heard.owner.reply.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  await begun()
  const id = await placeOrder(test)
  await owner.call('POST', '/api/desk/orders/process', { orders: [String(id)] })
  await vi.waitFor(() => {
    expect(heard.owner.text).toMatch(
      new RegExp(`event: order\nid: order-\\d+\ndata: {"id":${id},"kind":"placed"}\n\n`),
    )
    expect(heard.owner.text).toMatch(
      /event: act\nid: act-\d+\ndata: {"id":\d+,"act":"orders.process","staff_name":"Member \d+"}\n\n/,
    )
    expect(heard.packer.text).toContain(`data: {"id":${id},"kind":"placed"}`)
  }, 10_000)
  expect(heard.packer.text).not.toContain('event: act')
  expect(heard.clerk.text).not.toContain('event:')
  for (const one of Object.values(heard)) one.stop()
})

rule('tells each thing once', async () => {
  const heard = await listen(await atTheDesk(test))
  await begun()
  const id = await placeOrder(test)
  await vi.waitFor(() => expect(heard.text).toContain(`{"id":${id},"kind":"placed"}`), 10_000)
  await sleep(2500)
  const ids = [...heard.text.matchAll(/^id: (.*)$/gm)].map(([, one]) => one)
  expect(new Set(ids).size).toBe(ids.length)
  heard.stop()
})

it('tells a desk that was away to load again', async () => {
  const heard = await listen(await atTheDesk(test), { 'last-event-id': 'order-1' })
  await vi.waitFor(() => expect(heard.text).toContain('event: reset'), 10_000)
  heard.stop()
})

rule('ends with the session, and has two streams of each', async () => {
  const user = await atTheDesk(test)
  const [first, second] = [await listen(user), await listen(user)]
  expect((await listen(user)).reply.status).toBe(429)
  first.stop()
  await vi.waitFor(async () => {
    const again = await listen(user)
    expect(again.reply.status).toBe(200)
    again.stop()
  }, 10_000)
  await begun()
  expect((await user.call('DELETE', '/api/desk/session')).statusCode).toBe(200)
  await placeOrder(test)
  await vi.waitFor(() => expect(second.hasEnded).toBe(true), 10_000)
  expect(second.text).not.toContain('event: order')
})

rule('is for the staff alone', async () => {
  expect((await fetch(`${origin}/api/desk/events`)).status).toBe(401)
})

rule('ends when the server stops', async () => {
  const other = await openTestShop()
  const user = await atTheDesk(other)
  await other.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = other.app.server.address() as AddressInfo
  const reply = await fetch(`http://127.0.0.1:${port}/api/desk/events`, { headers: user.headers })
  const before = performance.now()
  await Promise.all([other.close(), reply.text()])
  expect(performance.now() - before).toBeLessThan(5000)
})
