import { createHmac } from 'node:crypto'
import Razorpay from 'razorpay'
import { describe, expect, it } from 'vitest'
import { aSimulatedGateway, failureOf, soon } from '../../../test/simulated-gateway.ts'
import { ProviderRefused, type RefundReport, type StartedPayment } from '../../adapters/payment-provider.ts'
import type { Return } from '../simulator-page.ts'
import { RAZORPAY_OUTCOMES } from './outcomes.ts'
import { razorpay, RAZORPAY_HOST, RazorpayKeys, razorpayMode } from './razorpay.ts'
import { razorpaySimulator } from './simulator.ts'

const KEYS = {
  key_id: 'rzp_test_Haat00000001',
  key_secret: 'rzp_test_secret_0001',
  webhook_secrets: ['whsec_haat_0001'],
}

const setUp = (changed: Partial<RazorpayKeys> = {}) =>
  aSimulatedGateway(async (app, options, publicUrl) => {
    await razorpaySimulator(app, { ...options, keys: KEYS })
    return razorpay({ keys: { ...KEYS, ...changed }, host: options.url, publicUrl })
  })

async function begun(changed: Partial<RazorpayKeys> = {}) {
  const gateway = await setUp(changed)
  const { provider } = gateway
  const started = await gateway.begin()
  const status = async () => provider.status?.(started.payment, soon())
  const end = async (outcome: string) => {
    const { returns, ...state } = await gateway.control({ order: started.order, outcome })
    return { ...state, returns: returns as Return | null }
  }
  const parseReturn = async (fields: Record<string, string> = {}) =>
    provider.parseReturn?.(started.payment, fields, soon())
  return { ...gateway, ...started, status, end, parseReturn }
}

/** A paid order, and its refunds. */
async function paid(outcome = 'no-webhook') {
  const gateway = await begun()
  await gateway.end(outcome)
  const { provider, status } = gateway
  const providerPaymentId = (await status())?.providerPaymentId ?? null
  const payment: StartedPayment = { ...gateway.payment, providerPaymentId }
  const request = (merchantRefundId: string, amount = 12_340) => ({ merchantRefundId, amount, payment })
  return {
    ...gateway,
    payment,
    refund: async (id: string, amount?: number) => provider.refund?.(request(id, amount), soon()),
    refundStatus: async (id: string, providerRefundId: string | null = null) =>
      provider.refundStatus?.({ ...request(id), providerRefundId }, soon()),
  }
}

describe('payments at Razorpay', () => {
  it('are pending orders that the shop itself has a form for', async () => {
    const { paymentUrl, publicUrl, payment, request, provider, url, status } = await begun()
    expect(paymentUrl).toBe(`${publicUrl}/pay/t-1`)
    expect(payment.providerReference).toMatch(/^order_\w{14}$/)
    const { merchantOrderId, providerReference } = payment
    const nothing = { state: 'PENDING', amount: 50_000, providerPaymentId: null, fee: null }
    expect(await status()).toEqual({ merchantOrderId, ...nothing })
    const fields = {
      key_id: KEYS.key_id,
      order_id: providerReference,
      amount: '50000',
      currency: 'INR',
      name: '127.0.0.1',
      description: 'Order BCDFGHJKL1',
      'prefill[name]': 'Asha',
      'prefill[contact]': '+919876543210',
      'notes[order]': 'BCDFGHJKL1',
      callback_url: `${publicUrl}/pay/t-1/return`,
      cancel_url: `${publicUrl}/pay/t-1/return`,
    }
    expect(provider.checkoutForm?.(payment, request)).toEqual({ action: `${url}/checkout/embedded`, fields })
    const email = 'asha@example.com'
    const withMail = { ...request, customer: { ...request.customer, email } }
    expect(provider.checkoutForm?.(payment, withMail).fields['prefill[email]']).toBe(email)
  })

  it.each([
    ['paid', 'COMPLETED', ['COMPLETED', 'COMPLETED', 'COMPLETED'], 'COMPLETED'],
    ['no-webhook', 'COMPLETED', [], 'COMPLETED'],
    ['paid-closed', 'COMPLETED', ['COMPLETED', 'COMPLETED', 'COMPLETED'], undefined],
    ['paid-unheard', 'COMPLETED', [], undefined],
    ['failed', 'PENDING', ['PENDING'], undefined],
    ['retried', 'COMPLETED', ['PENDING', 'COMPLETED', 'COMPLETED', 'COMPLETED'], 'COMPLETED'],
    ['cancelled', 'PENDING', [], undefined],
    ['closed', 'PENDING', [], undefined],
    ['repeated', 'COMPLETED', ['COMPLETED', 'COMPLETED', 'COMPLETED'], 'COMPLETED'],
    ['out-of-order', 'COMPLETED', ['COMPLETED', 'COMPLETED', 'COMPLETED'], 'COMPLETED'],
    ['unknown-order', 'PENDING', ['ignored'], undefined],
    ['bare-ids', 'COMPLETED', ['COMPLETED'], 'COMPLETED'],
    ['unknown-event', 'COMPLETED', ['COMPLETED'], 'COMPLETED'],
    ['return-wrong', 'PENDING', [], undefined],
    ['return-swapped', 'PENDING', [], undefined],
    ['forged-none', 'PENDING', ['forged'], undefined],
    ['forged-wrong', 'PENDING', ['forged'], undefined],
    ['forged-api-secret', 'PENDING', ['forged'], undefined],
    ['forged-altered', 'PENDING', ['forged'], undefined],
    ['forged-escaped', 'PENDING', ['forged'], undefined],
  ])('that end as %s are %s', async (outcome, state, states, returned) => {
    const { end, status, states: heard, parseReturn } = await begun()
    const { returns } = await end(outcome)
    expect((await parseReturn(returns?.fields))?.state).toBe(returned)
    expect(await status()).toMatchObject({ state, amount: 50_000 })
    expect(heard()).toEqual(states)
  })

  it('say what was paid, its charge with tax, and -1 for another currency', async () => {
    for (const [outcome, amount, fee] of [
      ['paid', 50_000, 1180] as const,
      ['more', 50_001, 1180] as const,
      ['less', 49_999, 1180] as const,
      ['dollars', -1, 1180] as const,
    ]) {
      const { end, status, heard } = await begun()
      await end(outcome)
      const report = { state: 'COMPLETED', amount, fee, providerPaymentId: expect.stringMatching(/^pay_/) }
      expect(await status()).toMatchObject(report)
      expect(heard.at(-1)).toMatchObject({ payment: report })
    }
  })

  it.each(['status', 'return', 'webhook'])(
    'are captured by the shop when they are only authorised: %s',
    async (by) => {
      const { end, status, parseReturn, control, states } = await begun()
      const { returns } = await end(by === 'webhook' ? 'authorised' : 'authorised-unheard')
      if (by === 'status') expect(await status()).toMatchObject({ state: 'COMPLETED', fee: 1180 })
      if (by === 'return') expect(await parseReturn(returns?.fields)).toMatchObject({ state: 'COMPLETED' })
      const { payments, webhooks } = await control({})
      expect(payments).toMatchObject([{ status: 'captured' }])
      expect(webhooks).toMatchObject(by === 'webhook' ? [{}, {}, {}] : [{}, {}])
      expect(new Set(states())).toEqual(new Set(['COMPLETED']))
    },
  )

  it('are captured once: a refused capture asks again', async () => {
    const { end, control, status } = await begun()
    await end('authorised-unheard')
    await control({ faults: { capture: [400] } })
    expect(await status()).toMatchObject({ state: 'PENDING' })
    await control({ faults: { capture: ['lost'] } })
    expect(await failureOf(status())).not.toBeInstanceOf(ProviderRefused)
    expect(await status()).toMatchObject({ state: 'COMPLETED' })
  })

  it('are not captured with another amount than the order, and paid back by Razorpay after 3 days', async () => {
    const { end, status, advance, states } = await begun()
    await end('authorised-more')
    expect(await status()).toMatchObject({ state: 'PENDING', amount: 50_000 })
    advance(3 * 86_400)
    expect(await status()).toMatchObject({ state: 'PENDING' })
    expect(states()).not.toContain('COMPLETED')
  })

  it('change long after the time to pay, a day later too', async () => {
    for (const [outcome, seconds, state] of [
      ['webhook-later', 30, 'COMPLETED'] as const,
      ['late-paid', 1200, 'COMPLETED'] as const,
      ['late-failed', 1200, 'PENDING'] as const,
      ['late-authorised', 86_400, 'COMPLETED'] as const,
    ]) {
      const { end, control, advance, status, states } = await begun()
      await end(outcome)
      if (outcome !== 'webhook-later') expect(await status()).toMatchObject({ state: 'PENDING' })
      advance(seconds)
      await control({})
      expect(states().at(-1)).toBe(state)
      expect(await status()).toMatchObject({ state })
    }
  })

  it('stay paid when a second payment comes and is paid back, and when all is paid back', async () => {
    const { status, states, heard, payment, refund, advance } = await paid('paid-twice')
    const first = { state: 'COMPLETED', providerPaymentId: payment.providerPaymentId }
    // Razorpay paid the second one back: of money that the shop never had.
    expect(states().slice(-2)).toEqual(['refund COMPLETED', 'refund COMPLETED'])
    const { refund: made } = heard.at(-1) as { refund: RefundReport }
    expect(made.of.providerPaymentId).not.toBe(payment.providerPaymentId)
    expect(heard[0]).toMatchObject({ payment: first })
    expect(await status()).toMatchObject(first)
    await refund('HAAT-R-0001', 50_000)
    advance(10)
    expect(await status()).toMatchObject(first)
  })

  it('are unknown when Razorpay has no such order, or the shop never heard of one', async () => {
    const { provider, payment } = await begun()
    for (const providerReference of ['order_Unknown0000001', null])
      expect(await provider.status?.({ ...payment, providerReference }, soon())).toBeNull()
  })
})

describe("Razorpay's webhooks", () => {
  it('keep their id when they come again', async () => {
    const { end, control, heard } = await begun()
    await end('repeated')
    await control({ replay: true })
    const ids = heard.map((callback) => callback && 'payment' in callback && callback.payment.event_id)
    expect([ids.length, new Set(ids).size]).toEqual([6, 1])
    expect(ids[0]).toMatch(/^razorpay:\w{14}$/)
  })

  it('come again until the shop has taken them, and are switched off after a day', async () => {
    const { end, control, receiver, advance, begin } = await begun()
    receiver.status = 500
    await end('repeated')
    receiver.status = null
    receiver.delayMs = 1500
    advance(10)
    await control({})
    receiver.delayMs = 0
    advance(20)
    const { webhooks } = await control({})
    const delivered = { event: 'order.paid', answers: [500, 0, 200] }
    expect(webhooks).toEqual([delivered, delivered, delivered])
    receiver.status = 500
    await control({ order: (await begin()).order, outcome: 'paid' })
    for (let hours = 0; hours < 50; hours += 1) {
      advance(3600)
      await control({})
    }
    expect(await control({})).toMatchObject({ webhook_disabled: true })
  })

  it('are genuine by any secret of the shop: those of before a change keep the old one', async () => {
    const { end, control, states } = await begun({ webhook_secrets: ['whsec_haat_0002', 'whsec_haat_0001'] })
    await end('repeated')
    await control({ webhookSecret: 'whsec_haat_0002' })
    await end('repeated')
    await control({ webhookSecret: 'whsec_haat_0003' })
    await end('repeated')
    await control({ replay: true })
    const [first, then] = [Array(6).fill('COMPLETED'), Array(3).fill('forged')]
    expect(states()).toEqual([...first, ...then, ...first, ...then])
  })

  it('are ignored when they are about something else', async () => {
    const { control, states } = await begun()
    for (const event of ['settlement.processed', 'payment.dispute.created']) await control({ event })
    expect(states()).toEqual(['ignored', 'ignored'])
  })

  it('are checked over their bytes: the vector of a body with escaped slashes', async () => {
    const body = String.raw`{"entity":"event","account_id":"acc_BFQ7uQEaa7j2z7","event":"payment.captured","contains":["payment"],"payload":{"payment":{"entity":{"id":"pay_29QQoUBi66xm2f","amount":50000,"currency":"INR","status":"captured","order_id":"order_9A33XWu170gUtm","notes":{"url":"https:\/\/shop.example\/o\/1"}}}},"created_at":1567674606}`
    const signature = '07be056821366a0e87c0f32f9570b248783c592a91e43df352df8316fd104154'
    const anew = JSON.stringify(JSON.parse(body))
    const { provider } = await setUp()
    const parse = async (rawBody: string, given: string) =>
      provider.parseCallback?.({ headers: { 'x-razorpay-signature': given }, rawBody }, new Date(), soon())
    expect(Buffer.byteLength(body)).toBe(320)
    // Genuine, and of an order that is not known here.
    expect(await parse(body, signature)).toBeNull()
    expect(await parse(anew, signature)).toBeUndefined()
    expect(await parse(body, signature.toUpperCase())).toBeUndefined()
    const [secret] = KEYS.webhook_secrets
    for (const [text, given] of [
      [body, signature],
      [anew, signature],
      [anew, '602218a05453849c543397b094d7166557f137f71a4a531b707d81d5f6c40b0c'],
    ] as const) {
      const genuine = Razorpay.validateWebhookSignature(text, given, secret ?? '')
      expect((await parse(text, given)) !== undefined).toBe(genuine)
    }
    const empty = createHmac('sha256', secret ?? '')
      .update('')
      .digest('hex')
    expect(await parse('', empty)).toBeNull()
  })
})

describe('the return from Razorpay', () => {
  it("is genuine by the shop's own order id: the vector, as Razorpay's own client checks it", async () => {
    const { provider, payment } = await begun()
    const providerReference = 'order_9A33XWu170gUtm'
    const fields = {
      razorpay_payment_id: 'pay_29QQoUBi66xm2f',
      razorpay_order_id: providerReference,
      razorpay_signature: 'f6e3100116deb71b31fe9ab31b961724ecd6d0a1b718437a1e3cc3e4773705a5',
    }
    const asked: string[] = []
    const spied = razorpay({ keys: KEYS, host: 'http://127.0.0.1:1', publicUrl: 'http://shop' })
    const parse = async (started: StartedPayment, sent: Record<string, string>) =>
      spied.parseReturn?.(started, sent, soon()).catch(() => asked.push('asked'))
    await parse({ ...payment, providerReference }, fields)
    expect(asked).toEqual(['asked'])
    expect(await parse(payment, fields)).toBeUndefined()
    expect(await parse({ ...payment, providerReference: null }, fields)).toBeUndefined()
    expect(await provider.parseReturn?.(payment, { 'error[code]': 'BAD' }, soon())).toBeUndefined()
    const { validatePaymentVerification } = await import('razorpay/dist/utils/razorpay-utils.js')
    const ids = { order_id: providerReference, payment_id: fields.razorpay_payment_id }
    expect(validatePaymentVerification(ids, fields.razorpay_signature, KEYS.key_secret)).toBe(true)
  })
})

describe('an order that Razorpay does not make', () => {
  it.each([400, 401, 429])('was not made: %s', async (status) => {
    const { control, begin } = await setUp()
    await control({ faults: { createOrder: [status] } })
    expect(await failureOf(begin())).toBeInstanceOf(ProviderRefused)
  })

  it.each([500, 502, 'reset', 'lost'])(
    'may have been made, and is the same when asked for again: %s',
    async (fault) => {
      const { control, begin } = await setUp()
      await control({ faults: { createOrder: [fault] } })
      expect(await failureOf(begin({ merchantOrderId: 'HAAT-9' }))).not.toBeInstanceOf(ProviderRefused)
      const first = await begin({ merchantOrderId: 'HAAT-9' })
      const again = await begin({ merchantOrderId: 'HAAT-9' })
      expect(again.payment.providerReference).toBe(first.payment.providerReference)
      expect((await control({}))['orders']).toHaveLength(1)
    },
  )

  it.each(['hang', 'silent'])('is given up when the signal says so: %s', async (fault) => {
    const { control, provider, request } = await begun()
    await control({ faults: { createOrder: [fault] } })
    const error = await failureOf(provider.start(request, AbortSignal.timeout(200)))
    expect(error.message).toBe('Razorpay does not answer in time.')
  })
})

describe('refunds at Razorpay', () => {
  it('are pending, then paid back with the number of the transfer', async () => {
    const { refund, refundStatus, advance, control, states } = await paid()
    const pending = {
      merchantRefundId: 'HAAT-R-0077',
      state: 'PENDING',
      amount: 12_340,
      reference: null,
      problem: null,
    }
    const made = await refund('HAAT-R-0077')
    expect(made).toMatchObject(pending)
    advance(5)
    await control({})
    expect(await refundStatus('HAAT-R-0077', made?.providerRefundId)).toMatchObject(pending)
    advance(5)
    await control({})
    for (const id of [made?.providerRefundId ?? null, null])
      expect(await refundStatus('HAAT-R-0077', id)).toMatchObject({
        state: 'COMPLETED',
        providerRefundId: expect.stringMatching(/^rfnd_/),
        reference: '74512345678',
      })
    expect(states()).toEqual(['refund PENDING', 'refund COMPLETED'])
  })

  it.each([
    ['failed', 'FAILED', ['refund PENDING', 'refund FAILED']],
    ['out-of-order', 'COMPLETED', ['refund COMPLETED', 'refund COMPLETED']],
    ['slower', 'COMPLETED', ['refund PENDING', 'refund COMPLETED']],
    ['pending', 'PENDING', []],
  ])('that end as %s are %s', async (outcome, state, expected) => {
    const { refund, refundStatus, control, advance, states } = await paid()
    await control({ refunds: outcome })
    await refund('HAAT-R-0001')
    for (let times = 0; times < 2; times += 1) {
      advance(5)
      await control({})
    }
    const problem = state === 'FAILED' ? 'Razorpay could not pay back.' : null
    expect(await refundStatus('HAAT-R-0001')).toMatchObject({ state, problem })
    expect(states()).toEqual(expected)
  })

  it('fail for ₹24.68, as in test mode', async () => {
    const { refund, refundStatus, advance } = await paid()
    await refund('HAAT-R-0001', 2468)
    advance(10)
    expect(await refundStatus('HAAT-R-0001')).toMatchObject({ state: 'FAILED' })
  })

  it('are made once, however often they are asked for and whatever answer was lost', async () => {
    const { refund, refundStatus, control } = await paid()
    expect(await refundStatus('HAAT-R-0001')).toBeNull()
    expect(await refundStatus('HAAT-R-0001', 'rfnd_Unknown000001')).toBeNull()
    for (const fault of ['lost', 500, 409] as const) {
      await control({ faults: { refund: [fault] } })
      expect(await failureOf(refund('HAAT-R-0001'))).not.toBeInstanceOf(ProviderRefused)
    }
    const made = await refundStatus('HAAT-R-0001')
    expect(await refund('HAAT-R-0001')).toEqual(made)
    // The same id for another amount: what was made counts.
    expect(await refund('HAAT-R-0001', 100)).toEqual(made)
    expect((await control({}))['refunds']).toHaveLength(1)
  })

  it('are refused for a reason that the staff can read', async () => {
    const { refund, control, advance, provider, payment } = await paid()
    const problem = async (id: string, amount: number) => {
      const error = await failureOf(refund(id, amount))
      expect(error).toBeInstanceOf(ProviderRefused)
      return error.message
    }
    expect(await problem('HAAT-R-0001', 50_001)).toContain('greater than the refund payment amount')
    expect(await problem('HAAT-R-0002', 99)).toContain('The request is invalid')
    await control({ balance: 100 })
    expect(await problem('HAAT-R-0003', 101)).toContain('invalid request sent')
    await control({ faults: { refund: [429] } })
    expect(await problem('HAAT-R-0004', 100)).toContain('Razorpay answers 429')
    // Nobody knows whether an earlier attempt was carried out.
    await control({ faults: { refund: [429], refunds: [500] } })
    expect(await failureOf(refund('HAAT-R-0004', 100))).not.toBeInstanceOf(ProviderRefused)
    await control({ balance: 50_000 })
    await refund('HAAT-R-0005', 50_000)
    expect(await problem('HAAT-R-0006', 100)).toContain('fully refunded')
    advance(183 * 86_400)
    expect(await problem('HAAT-R-0007', 100)).toMatch(/fully refunded|6 months/)
    const unpaid = {
      merchantRefundId: 'HAAT-R-0008',
      amount: 100,
      payment: { ...payment, providerPaymentId: null },
    }
    const error = await failureOf(Promise.resolve(provider.refund?.(unpaid, soon())))
    expect(error).toBeInstanceOf(ProviderRefused)
  })

  it('that the merchant makes at Razorpay say of which money they are', async () => {
    const { control, order, payment, states, heard, refundStatus } = await paid()
    await control({ order, refundByHand: 20_000 })
    expect(states()).toEqual(['refund COMPLETED', 'refund COMPLETED'])
    expect(heard.at(-1)).toMatchObject({
      refund: { amount: 20_000, of: { providerPaymentId: payment.providerPaymentId } },
    })
    expect(await refundStatus('HAAT-R-0001')).toBeNull()
  })
})

it("Razorpay's own client accepts what the simulator answers", async () => {
  const { url, order, payment, end } = await begun()
  const { key_id, key_secret } = KEYS
  const client = new Razorpay({ key_id, key_secret })
  const { api } = client as unknown as { api: { rq: { defaults: { baseURL: string } } } }
  api.rq.defaults.baseURL = url.replace(/\/v1$/, '')
  const made = await client.orders.create({ amount: 50_000, currency: 'INR', receipt: 'SDK-1' })
  expect(made).toMatchObject({ entity: 'order', status: 'created', amount_due: 50_000, receipt: 'SDK-1' })
  await end('authorised-unheard')
  const { items } = await client.orders.fetchPayments(payment.providerReference ?? '')
  const id = items[0]?.id ?? ''
  expect(await client.payments.capture(id, 50_000, 'INR')).toMatchObject({ status: 'captured', fee: 1180 })
  expect(await client.orders.fetch(payment.providerReference ?? '')).toMatchObject({
    status: 'paid',
    receipt: order,
  })
  const refund = await client.payments.refund(id, { amount: 100, speed: 'normal', receipt: 'SDK-R' })
  expect(await client.refunds.fetch(refund.id)).toMatchObject({ receipt: 'SDK-R', status: 'pending' })
  await expect(client.payments.fetch('pay_Unknown0000001')).rejects.toMatchObject({ statusCode: 400 })
})

describe("Razorpay's keys", () => {
  it('are for test or for real money', () => {
    const simulated = (key_id: string, host = RAZORPAY_HOST) =>
      razorpay({ keys: { ...KEYS, key_id }, host, publicUrl: 'https://shop.example' }).simulated
    expect(razorpayMode({ key_id: 'rzp_live_Haat00000001' })).toBe('live')
    expect([simulated('rzp_live_Haat00000001'), simulated(KEYS.key_id)]).toEqual([false, true])
    expect(simulated('rzp_live_Haat00000001', 'http://127.0.0.1:3000/dev/razorpay')).toBe(true)
  })

  it('show whether they are right', async () => {
    await (await setUp()).provider.checkKeys(soon())
    const { provider } = await setUp({ key_secret: 'another-secret' })
    const error = await failureOf(provider.checkKeys(soon()))
    expect(error.message).toBe('Razorpay does not accept the key id and secret.')
  })

  it.each([
    [{ key_id: 'rzp_Haat00000001' }, 'The key id starts with rzp_test_ or rzp_live_'],
    [{ key_secret: '' }, 'Copy the key secret that Razorpay shows once, when the key is made'],
    [{ webhook_secrets: [] }, 'Enter the webhook secret'],
    [
      { webhook_secrets: ['short'] },
      'The webhook secret has 8 characters or more: the same as at Razorpay, under Webhooks',
    ],
  ])('are checked: %o', (changed, message) => {
    expect(RazorpayKeys.safeParse({ ...KEYS, ...changed }).error?.issues).toMatchObject([{ message }])
    expect(RazorpayKeys.parse(KEYS)).toEqual(KEYS)
  })

  it('appear in no error', async () => {
    const { control, begin, provider, refund, status } = await paid()
    const errors: Error[] = []
    for (const fault of [401, 429, 500, 'reset', 'lost']) {
      await control({ faults: { orders: [fault], createOrder: [fault], order: [fault], refund: [fault] } })
      errors.push(await failureOf(provider.checkKeys(soon())), await failureOf(begin()))
      errors.push(await failureOf(status()), await failureOf(refund(`HAAT-R-${fault}-1`)))
    }
    const shown = errors.map((error) => `${error.stack} ${JSON.stringify(error)}`).join()
    expect(errors.every(({ cause }) => cause === undefined)).toBe(true)
    const basic = Buffer.from(`${KEYS.key_id}:${KEYS.key_secret}`).toString('base64')
    for (const secret of [KEYS.key_secret, basic, '9876543210']) expect(shown).not.toContain(secret)
  })
})

describe("the simulator's page", () => {
  it('is opened by the form, has a button for each outcome, and brings the browser back', async () => {
    const { provider, payment, request, url, publicUrl, parseReturn, states } = await begun()
    const form = provider.checkoutForm?.(payment, request)
    const open = (fields: Record<string, string> = {}) =>
      fetch(form?.action ?? '', { method: 'POST', body: new URLSearchParams({ ...form?.fields, ...fields }) })
    expect((await open({ amount: '1' })).status).toBe(400)
    const page = await open()
    const text = await page.text()
    expect(text).toContain('Simulator: no money moves.')
    for (const { id, label } of RAZORPAY_OUTCOMES)
      expect(text).toContain(`value="${id}">${label.replace("'", '&#39;')}<`)
    const press = (outcome: string) =>
      fetch(`${url}/checkout/${payment.providerReference}`, {
        method: 'POST',
        body: new URLSearchParams({ outcome }),
        redirect: 'manual',
      })
    const cancelled = await press('cancelled')
    expect([cancelled.status, cancelled.headers.get('location')]).toEqual([
      303,
      `${publicUrl}/pay/t-1/return`,
    ])
    const failed = await (await press('failed')).text()
    expect(failed).toContain('name="error[code]"')
    const back = await (await press('paid')).text()
    expect(back).toContain(`action="${publicUrl}/pay/t-1/return"`)
    const fields = [...back.matchAll(/name="(\w+)" value="(\w+)"/g)].map(([, name, value]) => [name, value])
    expect(await parseReturn(Object.fromEntries(fields))).toMatchObject({ state: 'COMPLETED' })
    expect(states()).toContain('COMPLETED')
    expect((await open()).status).toBe(400)
    expect((await press('something')).status).toBe(404)
  })
})
