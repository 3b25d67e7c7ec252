/** SIGTERM during requests: the server answers all of them, then exits with 0. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { compareStored, openBusyShop, orderOf, startBuying } from './buyers.ts'
import { report } from './figure.ts'
import { checkInvariants } from './invariants.ts'
import { openProcess, stopProcess } from './server-process.ts'

const STOP_WITHIN_MS = 10_000
const STOPS = 100

function open(url: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.setTimeout(STOP_WITHIN_MS, () => socket.destroy(new Error('no answer')))
  onTestFinished(() => void socket.destroy())
  return socket
}

async function answer(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  await once(socket, 'close')
  return text
}

describe('SIGTERM', () => {
  it('finishes a started request, and reports not ready', async () => {
    const shop = await openBusyShop(1)
    const { url, child } = await openProcess(shop.env)
    const [buyer] = shop.buyers as [(typeof shop.buyers)[0]]
    const body = orderOf(buyer, shop.item)
    const order = open(url)
    const probe = open(url)
    order.write(
      `POST /api/orders/place-order HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${buyer.token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
    )
    probe.write('GET /readyz HTTP/1.1\r\nhost: x\r\n')
    const answers = Promise.all([answer(order), answer(probe)])
    // Until the server has read what was sent, and then the signal.
    await sleep(1000)
    const began = performance.now()
    const ended = stopProcess(child)
    await sleep(1000)
    probe.write('\r\n')
    order.write(body.slice(20))
    const [ordered, probed] = await answers
    expect(ordered).toMatch(/^HTTP\/1\.1 201 /)
    expect(ordered).toContain('"message":"Order created (COD)"')
    expect(probed).toMatch(/^HTTP\/1\.1 503 /)
    expect(probed).toContain('{"status":"unavailable"}')
    expect(await ended).toBe(0)
    expect(performance.now() - began).toBeLessThan(STOP_WITHIN_MS)
  })

  it(`under load, ${STOPS} times, completes every reply and keeps acknowledged orders`, async (context) => {
    const shop = await openBusyShop()
    let [acknowledged, slowest] = [0, 0]
    for (let round = 0; round < STOPS; round += 1) {
      const { url, child } = await openProcess(shop.env)
      const { attempts, ended } = await startBuying(shop, [url])
      await sleep((round * 50) % 250)
      const began = performance.now()
      expect(await stopProcess(child)).toBe(0)
      slowest = Math.max(slowest, performance.now() - began)
      await ended
      acknowledged += attempts.filter(({ order_id }) => order_id !== null).length
      await shop.inProcess(async (test) => {
        // An order without an acknowledgement would be a lost reply.
        expect(await compareStored(test, attempts)).toEqual({ lost: [], silent: [] })
        await checkInvariants(test.shop.db, new Map([[shop.item.variant_id, shop.stock]]))
      })
    }
    expect(slowest).toBeLessThan(STOP_WITHIN_MS)
    const time = `${(slowest / 1000).toFixed(1)} s at most`
    report(
      context,
      `SIGTERM under load: ${STOPS} times, ${time}, ${acknowledged} orders acknowledged, 0 lost`,
    )
  }, 900_000)
})
