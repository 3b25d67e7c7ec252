/** How the test bank settles: server to server, by the same signed call that a real gateway makes. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@haat/contract'
import type { FastifyInstance } from 'fastify'
import type { PaymentEvent } from '../../outside/payments.ts'
import type { Notice, TestBank } from '../../outside/test-bank.ts'
import type { Shop } from '../../shop.ts'

/** Pauses before another try, in ms, when the shop does not answer or answers with a fault of its own. */
const RETRY_MS = [200, 1000]
const ANSWER_WITHIN_MS = 10_000

export interface Settlement {
  /** Tells the shop, as the bank's plan has it. False when the shop could not be reached. */
  settle(event: PaymentEvent): Promise<boolean>
}

/** Notices that wait for their time are dropped when the server closes. */
export function openSettlement(app: FastifyInstance, shop: Shop, bank: TestBank): Settlement {
  const waiting = new Set<NodeJS.Timeout>()
  app.addHook('onClose', async () => waiting.forEach(clearTimeout))

  const later = (notice: Notice): void => {
    const timer = setTimeout(() => {
      waiting.delete(timer)
      void deliver(app, shop, bank, notice)
    }, notice.after * 1000)
    waiting.add(timer)
  }
  return {
    async settle(event) {
      const notices = bank.plan(event)
      for (const notice of notices.filter(({ after }) => after > 0)) later(notice)
      for (const notice of notices.filter(({ after }) => after <= 0)) {
        if (!(await deliver(app, shop, bank, notice))) return false
      }
      return true
    },
  }
}

async function deliver(
  app: FastifyInstance,
  shop: Shop,
  bank: TestBank,
  { event, forged }: Notice,
): Promise<boolean> {
  const body = JSON.stringify(event)
  for (const pause of [...RETRY_MS, null]) {
    const headers = { 'content-type': 'application/json', ...bank.sign(body, shop.now(), forged) }
    const status = await call(app, body, headers).catch(() => 503)
    if (status < 500) return true
    if (pause !== null) await sleep(pause)
  }
  return false
}

/** Over the network where the server listens, so that the call meets what a gateway's would. */
async function call(app: FastifyInstance, body: string, headers: Record<string, string>): Promise<number> {
  const { method, path } = contract.payments.callback
  const address = app.server.address()
  if (address === null || typeof address === 'string') {
    return (await app.inject({ method, url: path, headers, payload: body })).statusCode
  }
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address.address] ?? address.address
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  // A connection of its own: a kept one would hold up the server when it closes.
  const sent = request({ host, port: address.port, method, path, headers, signal, agent: false }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode ?? 503
}
