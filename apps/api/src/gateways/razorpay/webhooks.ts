/** The webhooks of the simulated Razorpay. */
import { createHmac } from 'node:crypto'
import { randomId, type Simulation } from '../simulation.ts'
import type { RazorpayWebhook } from './outcomes.ts'

/** What an event can carry, each as it is at that moment. */
export interface Entities {
  order?: { id: string }
  payment?: { order_id: string }
  refund?: object | undefined
}

export const sign = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex')

/** Razorpay writes `/` as `\/`. */
const stringify = (value: object): string => JSON.stringify(value).replaceAll('/', String.raw`\/`)

/** @param secrets read for each event: an event that is sent again keeps its signature */
export function createWebhooks(
  simulation: Simulation,
  now: () => Date,
  secrets: { webhook: string; readonly api: string },
) {
  /** @returns the body, and the headers that a forger sends with it */
  function forge(body: string, forged: RazorpayWebhook['forged']): [string, Record<string, string>] {
    const signed = (signature: string) => ({ 'x-razorpay-signature': signature })
    const genuine = signed(sign(secrets.webhook, body))
    if (forged === 'none') return [body, {}]
    if (forged === 'wrong') return [body, signed(sign('not the secret', body))]
    if (forged === 'api-secret') return [body, signed(sign(secrets.api, body))]
    if (forged === 'altered') return [body.replace('"INR"', '"INS"'), genuine]
    if (forged === 'escaped') return [JSON.stringify(JSON.parse(body)), genuine]
    return [body, genuine]
  }

  async function send(
    event: string,
    payload: Record<string, object>,
    webhook: Partial<RazorpayWebhook> = {},
  ) {
    const envelope = {
      entity: 'event',
      account_id: 'acc_Simulator0001',
      event,
      contains: Object.keys(payload),
      payload: Object.fromEntries(Object.entries(payload).map(([name, entity]) => [name, { entity }])),
      created_at: Math.floor(now().getTime() / 1000),
    }
    const [body, headers] = forge(stringify(envelope), webhook.forged)
    const all = { ...headers, 'x-razorpay-event-id': randomId(14) }
    await simulation.deliver(event, all, body, webhook.times)
  }

  return {
    send,
    /** Sends those of a step, one after the other. */
    async notify({ order, payment, refund }: Entities, webhooks: RazorpayWebhook[] = []): Promise<void> {
      for (const webhook of webhooks) {
        const bare = ({ ...entity }: object, field: string) => {
          const id = String((entity as Record<string, unknown>)[field])
          return webhook.bare ? { ...entity, [field]: id.replace('order_', '') } : entity
        }
        const claimed = { description: 'Simulator / no money moves', order_id: order?.id }
        const ofPayment = bare({ ...claimed, ...payment, ...webhook.payment }, 'order_id')
        const [subject] = webhook.event.split('.')
        await send(
          webhook.event,
          {
            ...(subject === 'refund' && refund && { refund }),
            payment: ofPayment,
            ...(subject === 'order' && order && { order: bare(order, 'id') }),
          },
          webhook,
        )
      }
    },
  }
}
