/** Clients that are gone before their order is sent, while it is, or before its reply: a retry gives one order. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, inject, it } from 'vitest'
import { byDepth } from '../../../scripts/depth.ts'
import { aProduct } from './factories.ts'
import { report } from './figure.ts'
import { checkInvariants, stockNow } from './invariants.ts'
import { aShopper, item } from './shopper.ts'
import { shopForThisTest } from './test-shop.ts'

const CLIENTS = byDepth(40, 1000)
const AT_ONCE = 10

/** Sends the first bytes of a request, and resets the connection. */
async function sendPart(port: number, request: Buffer, bytes: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  await new Promise((sent) => socket.write(request.subarray(0, bytes), sent))
  // At any moment of the server's work.
  await new Promise((next) => setTimeout(next, Math.random() * 10))
  socket.resetAndDestroy()
}

it(
  `${CLIENTS} clients that vanish at any byte leave one order each after a retry`,
  { timeout: 600_000 },
  async (context) => {
    const test = await shopForThisTest()
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = test.app.server.address() as AddressInfo
    const shopper = await aShopper(test)
    const product = await aProduct(test, {}, [{ stock: CLIENTS }])
    const initial = await stockNow(test.shop.db)
    const order = shopper.order([item(product)], 599, { checkout: 'buy-now' })
    const body = JSON.stringify(order)
    let whole = 0
    const vanish = async (): Promise<void> => {
      const key = randomUUID()
      const head = [
        'POST /api/orders/place-order HTTP/1.1',
        'host: x',
        `authorization: Bearer ${shopper.customer.token}`,
        `idempotency-key: ${key}`,
        'content-type: application/json',
        `content-length: ${body.length}`,
      ]
      const request = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
      // Every fourth is sent whole, and gone before its reply.
      const bytes = Math.min(request.length, Math.ceil((Math.random() * request.length * 4) / 3))
      if (bytes === request.length) whole += 1
      await sendPart(port, request, bytes)
      await shopper.place(order, key).expect(201)
    }
    for (let client = 0; client < CLIENTS; client += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, vanish))
    const { db } = test.shop
    expect(await db.select().from(db.tables.orders)).toHaveLength(CLIENTS)
    await checkInvariants(db, initial)
    report(
      context,
      `clients gone at a random byte, ${inject('engine')}: ${CLIENTS}, ${whole} after the last: one order each`,
    )
  },
)
