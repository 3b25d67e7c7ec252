/** How the test bank settles: server to server, by the same signed call that a real gateway makes. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@haat/contract'
import type { FastifyInstance } from 'fastify'
import type { PaymentEvent } from '../features/payments/provider.ts'
import type { Notice, Plan, TestBank } from './test-bank.ts'
import type { Shop } from '../shop.ts'

/** Pauses before another try, in ms, when the shop does not answer or answers with a fault of its own. */
const RETRY_MS = [200, 1000]
const ANSWER_WITHIN_MS = 10_000
/** How often a waiting notice looks at the shop's clock, which may be moved. */
const LOOK_MS = 250

export interface Settlement {
  /**
   * Tells the shop, as a plan has it. False when the shop could not be reached.
   *
   * @param plan the bank's own when left out
   */
  settle(event: PaymentEvent, plan?: Plan): Promise<boolean>
}

/** Notices that wait for their time, by the shop's clock, are dropped when the server closes. */
export function openSettlement(app: FastifyInstance, shop: Shop, bank: TestBank): Settlement {
  const waiting = new Map<Notice, number>()
  let timer: NodeJS.Timeout | undefined
  const look = (): void => {
    clearTimeout(timer)
    const now = shop.now().getTime()
    const wait = Math.min(LOOK_MS, ...[...waiting.values()].map((due) => Math.max(due - now, 1)))
    if (waiting.size > 0) timer = setTimeout(() => void sendDue(), wait)
  }
  const sendDue = async (): Promise<void> => {
    const now = shop.now().getTime()
    const due = [...waiting].filter(([, at]) => at <= now).map(([notice]) => notice)
    for (const notice of due) waiting.delete(notice)
    look()
    for (const notice of due) await deliver(app, shop, bank, notice)
  }
  bank.sendDue = sendDue
  app.addHook('onClose', async () => {
    waiting.clear()
    clearTimeout(timer)
  })
  return {
    async settle(event, plan = bank.plan) {
      const notices = plan(event)
      const now = shop.now().getTime()
      for (const notice of notices.filter(({ after }) => after > 0))
        waiting.set(notice, now + notice.after * 1000)
      look()
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
