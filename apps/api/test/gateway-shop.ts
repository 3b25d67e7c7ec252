/** A shop that listens, with the simulated gateways, the test bank and a UPI id, whose clock and due work a test moves. */
import type { GatewayName } from '@haat/contract/staff/payments'
import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { freePort } from '../../../scripts/free-port.mjs'
import type { Message } from '../src/adapters/smtp.ts'
import type { Who } from '../src/acts/act-table.ts'
import { NAMED_ACTS, runAct } from '../src/acts/audit/run-act.ts'
import { changeSettings } from '../src/acts/settings/settings.ts'
import { checkPayments, expireUnpaidOrders } from '../src/features/orders/check-payments.ts'
import { sendRefunds } from '../src/features/orders/send-refunds.ts'
import { runOutbox } from '../src/features/mail/outbox.ts'
import { MAIL_KINDS } from '../src/jobs.ts'
import { devShopForThisTest } from './dev-shop.ts'

const OWNER: Who = { name: 'Meera', staffId: null, permissions: null, via: 'cli' }

const OWNER_EMAIL = 'owner@meera.example'

export async function gatewayShop(env: Record<string, string> = {}) {
  const port = await freePort()
  const test = await devShopForThisTest({
    PORT: String(port),
    PAYMENT: 'upi,phonepe,razorpay,test-bank',
    ...env,
  })
  await test.app.listen({ port, host: '127.0.0.1' })
  onTestFinished(() => test.app.close())
  await changeSettings(test.shop, {
    'payments.upi.id': 'haatshop@okhdfcbank',
    'payments.upi.confirm_hours': '24',
    'alerts.email': OWNER_EMAIL,
  })
  const control = async <Reply = Record<string, unknown>>(
    name: GatewayName,
    body: object,
  ): Promise<Reply> => {
    const headers = { 'content-type': 'application/json' }
    const url = `http://127.0.0.1:${port}/dev/${name}/control`
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(await reply.text())
    return (await reply.json()) as Reply
  }
  return {
    ...test,
    control,
    /** What an owner does. */
    async act(id: string, input: object): Promise<unknown> {
      const named = NAMED_ACTS.get(id)!
      return (await runAct(test.shop, OWNER, named, z.parse(z.object(named.act.input), input))).reply
    },
    /** Sends what waits, some seconds later. @returns the new mails, as subject and text */
    async mails(): Promise<{ owner: string[]; customer: string[] }> {
      test.time.advance(20)
      await runOutbox(test.shop, MAIL_KINDS)
      const { messages } = (await test.get('/dev/messages').expect(200)).body as { messages: Message[] }
      await test.delete('/dev/messages').expect(200)
      const to = (isOwner: boolean) =>
        messages
          .filter(({ to: recipient }) => recipient.includes('@') && (recipient === OWNER_EMAIL) === isOwner)
          .map(({ subject, text }) => `${subject}\n${text}`)
      return { owner: to(true), customer: to(false) }
    },
    /** Of payments at the simulated gateways: as with keys for real money. */
    asRealMoney: (): Promise<unknown> =>
      test.shop.db.transaction((tx) => tx.update(tx.tables.payments).set({ simulated: false })),
    /** Moves the clock, and does what is due then. */
    async pass(seconds: number): Promise<void> {
      test.time.advance(seconds)
      for (const name of ['phonepe', 'razorpay'] as const) await control(name, {})
      await checkPayments(test.shop)
      await expireUnpaidOrders(test.shop)
      await sendRefunds(test.shop)
    },
  }
}

export type GatewayShop = Awaited<ReturnType<typeof gatewayShop>>
