/** An online order, and genuine and forged callbacks of its bank. */
import { randomUUID } from 'node:crypto'
import { type BankEvent, findTestBank, signCallback, type TestBank } from '../src/test-bank/test-bank.ts'
import type { Shopper, OrderItemInput } from './shopper.ts'
import type { TestShop } from './test-shop.ts'

export const bankOf = ({ shop }: TestShop): TestBank => {
  const bank = findTestBank(shop.pay)
  if (!bank) throw new Error('The test shop must use the test bank.')
  return bank
}

/** Sends a callback, signed now and with the bank's secret unless `forged` says otherwise. */
export function callback(test: TestShop, event: object, forged: { at?: Date; secret?: string } = {}) {
  const { at = test.clock.now(), secret = test.shop.config.paymentSecret } = forged
  const body = JSON.stringify(event)
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return test
    .post('/api/payments/callback')
    .set('content-type', 'application/json')
    .set('x-haat-timestamp', timestamp)
    .set('x-haat-signature', signCallback(body, timestamp, secret))
    .send(body)
}

/** Places a buy-now order with online payment. `amount` is in rupees and includes ₹99 for delivery. */
export async function payOnline(
  test: TestShop,
  shopper: Shopper,
  items: OrderItemInput[],
  amount: number,
  changes = {},
) {
  const claims = { payment_method: 'ONLINE', checkout: 'buy-now', ...changes }
  const { body } = await shopper.place(shopper.order(items, amount, claims), randomUUID()).expect(201)
  const { order_id, transactionId, merchantOrderId, paymentUrl } = body
  const path = new URL(paymentUrl).pathname
  const event = (other: Partial<BankEvent> = {}): BankEvent => ({
    event_id: randomUUID(),
    merchantOrderId,
    transactionId,
    state: 'COMPLETED',
    amount: amount * 100,
    ...other,
  })
  const order = async () => (await shopper.get(`/api/orders/${order_id}`).expect(200)).body.order
  return {
    reply: body,
    order_id,
    path,
    event,
    order,
    status: async (): Promise<string> => (await order()).order_status,
    sendCallback: (other: Partial<BankEvent> = {}) => callback(test, event(other)),
    /** Submits a button of the bank's page. */
    press: (action: string, fields = {}) =>
      test
        .post(path)
        .type('form')
        .send({ action, ...fields }),
  }
}
