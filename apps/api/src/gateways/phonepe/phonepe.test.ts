import {
  Env,
  EnvConfig,
  RefundRequest,
  StandardCheckoutClient,
  StandardCheckoutPayRequest,
} from '@phonepe-pg/pg-sdk-node'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { aSimulatedGateway, failureOf, soon } from '../../../test/simulated-gateway.ts'
import { ProviderRefused } from '../../adapters/payment-provider.ts'
import { PHONEPE_OUTCOMES } from './outcomes.ts'
import { phonepe, PHONEPE_HOSTS, PhonePeKeys } from './phonepe.ts'
import { phonepeSimulator } from './simulator.ts'

const KEYS = {
  client_id: 'HAAT_CLIENT',
  client_version: '1',
  client_secret: 'client-secret-0001',
  webhook_user: 'haat_hook',
  webhook_password: 'Passw0rd9',
}
/** Of `haat_hook:Passw0rd9`. */
const HEADER = '7b537396ccf6abe2bc28ee51fca412d8f9f9f20145295b73375bb30026a1c3e0'

const setUp = (changed: Partial<PhonePeKeys> = {}) =>
  aSimulatedGateway(async (app, options) => {
    await phonepeSimulator(app, { ...options, keys: KEYS })
    const hosts = { token: options.url, pay: options.url }
    return phonepe({ keys: { ...KEYS, ...changed }, hosts, now: options.now })
  })

async function begun() {
  const gateway = await setUp()
  const { provider } = gateway
  const started = await gateway.begin()
  const status = () => provider.status?.(started.payment, soon())
  const end = (outcome: string) => gateway.control({ order: started.order, outcome })
  return { ...gateway, ...started, status, end }
}

/** A paid order, and its refunds. */
async function paid() {
  const gateway = await begun()
  await gateway.end('no-webhook')
  const { provider, payment } = gateway
  const request = (merchantRefundId: string, amount = 12_340) => ({ merchantRefundId, amount, payment })
  return {
    ...gateway,
    refund: async (id: string, amount?: number) => provider.refund?.(request(id, amount), soon()),
    refundStatus: async (id: string) =>
      provider.refundStatus?.({ ...request(id), providerRefundId: null }, soon()),
  }
}

describe('payments at PhonePe', () => {
  it('open at the page that PhonePe names, and are pending', async () => {
    const { paymentUrl, url, payment, status } = await begun()
    expect(paymentUrl).toMatch(`${url}/page/OMO`)
    expect(payment.providerReference).toMatch(/^OMO/)
    expect(await status()).toEqual({
      merchantOrderId: payment.merchantOrderId,
      state: 'PENDING',
      amount: 50_000,
      providerPaymentId: null,
      fee: null,
    })
  })

  it.each([
    ['paid', 'COMPLETED', ['COMPLETED']],
    ['no-webhook', 'COMPLETED', []],
    ['paid-closed', 'COMPLETED', ['COMPLETED']],
    ['paid-unheard', 'COMPLETED', []],
    ['failed', 'FAILED', ['FAILED']],
    ['retried', 'COMPLETED', ['PENDING', 'COMPLETED']],
    ['out-of-order', 'COMPLETED', ['COMPLETED', 'COMPLETED']],
    ['cancelled', 'FAILED', ['FAILED']],
    ['closed', 'PENDING', []],
    ['repeated', 'COMPLETED', ['COMPLETED', 'COMPLETED', 'COMPLETED']],
    ['paid-twice', 'COMPLETED', ['COMPLETED', 'COMPLETED']],
    ['unknown-order', 'PENDING', ['ignored']],
    ['unknown-state', 'PENDING', ['PENDING']],
    ['unusual', 'COMPLETED', ['COMPLETED']],
    ['forged-none', 'PENDING', ['forged']],
    ['forged-wrong', 'PENDING', ['forged']],
    ['forged-upper', 'PENDING', ['forged']],
    ['forged-prefixed', 'PENDING', ['forged']],
    ['forged-body', 'PENDING', ['PENDING']],
  ])('that end as %s are %s', async (outcome, state, states) => {
    const { end, status, states: heard } = await begun()
    await end(outcome)
    expect(await status()).toMatchObject({ state, amount: 50_000 })
    expect(heard()).toEqual(states)
  })

  it('say what was paid for one order again', async () => {
    const { end, status } = await begun()
    await end('paid-twice')
    const report = await status()
    expect(report?.further).toEqual([{ providerPaymentId: expect.stringMatching(/^OM\d+$/), amount: 50_000 }])
    expect(report?.further?.[0]?.providerPaymentId).not.toBe(report?.providerPaymentId)
  })

  it('say how much was paid, not how much was asked', async () => {
    for (const [outcome, amount] of [['more', 50_001] as const, ['less', 49_999] as const]) {
      const { end, status, heard } = await begun()
      await end(outcome)
      expect(await status()).toMatchObject({ state: 'COMPLETED', amount })
      expect(heard).toMatchObject([{ payment: { state: 'COMPLETED', amount } }])
    }
  })

  it('change later: by a webhook after the return, or long after the time to pay', async () => {
    const gateway = await begun()
    const { end, control, advance, status, states } = gateway
    await end('webhook-later')
    expect(states()).toEqual([])
    advance(30)
    await control({})
    expect(states()).toEqual(['COMPLETED'])
    for (const [outcome, state] of [
      ['late-paid', 'COMPLETED'] as const,
      ['late-failed', 'FAILED'] as const,
    ]) {
      const { payment, order } = await gateway.begin()
      await control({ order, outcome })
      advance(1199)
      expect(await gateway.provider.status?.(payment, soon())).toMatchObject({ state: 'PENDING' })
      advance(1)
      expect(await gateway.provider.status?.(payment, soon())).toMatchObject({ state })
    }
    expect(await status()).toMatchObject({ state: 'COMPLETED' })
  })

  it('fail when nobody pays in time, which is from 5 to 60 minutes', async () => {
    const { begin, provider, advance } = await setUp()
    for (const [asked, given] of [[60, 300] as const, [900, 900] as const, [9000, 3600] as const]) {
      const start = new Date(Date.UTC(2026, 10, 27, 10)).getTime()
      const { payment } = await begin({ expiresAt: new Date(start + asked * 1000) })
      advance(given - 1)
      expect(await provider.status?.(payment, soon())).toMatchObject({ state: 'PENDING' })
      advance(1)
      expect(await provider.status?.(payment, soon())).toMatchObject({ state: 'FAILED' })
      advance(-given)
    }
  })

  it('are unknown when PhonePe has no such order', async () => {
    const { provider, payment } = await begun()
    expect(await provider.status?.({ ...payment, merchantOrderId: 'other' }, soon())).toBeNull()
  })

  it('have an event id that is the same when the event comes again', async () => {
    const { end, control, heard, order } = await begun()
    await end('repeated')
    await control({ replay: true })
    const ids = heard.map((callback) => callback && 'payment' in callback && callback.payment.event_id)
    expect(ids).toHaveLength(6)
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toMatch(new RegExp(`^phonepe:${order}:COMPLETED:OM\\d+$`))
  })

  it('have webhooks that come again until the shop has taken them', async () => {
    const { end, control, receiver, advance, states } = await begun()
    receiver.status = 500
    await end('paid')
    receiver.status = null
    receiver.delayMs = 1500
    advance(10)
    await control({})
    receiver.delayMs = 0
    advance(20)
    const { webhooks } = await control({})
    expect(webhooks).toEqual([{ event: 'checkout.order.completed', answers: [500, 0, 200] }])
    expect(states().at(-1)).toBe('COMPLETED')
  })
})

describe('a payment that PhonePe does not open', () => {
  it.each([400, 403, 404, 422, 429])('was not made: %s', async (status) => {
    const { control, begin } = await setUp()
    await control({ faults: { pay: [status] } })
    expect(await failureOf(begin())).toBeInstanceOf(ProviderRefused)
  })

  it.each([[500], [503], ['reset'], ['lost']] as const)('may have been made: %s', async (fault) => {
    const { control, begin, provider } = await setUp()
    await control({ faults: { pay: [fault] } })
    const error = await failureOf(begin({ merchantOrderId: 'HAAT-9' }))
    expect(error).not.toBeInstanceOf(ProviderRefused)
    expect(error.message).toMatch(/^PhonePe (answers|cannot be reached)/)
    const payment = { merchantOrderId: 'HAAT-9', transactionId: 't', providerReference: null }
    const report = await provider.status?.({ ...payment, providerPaymentId: null, amount: 50_000 }, soon())
    expect(report?.state ?? null).toBe(fault === 'lost' ? 'PENDING' : null)
    if (fault === 'lost')
      expect(await failureOf(begin({ merchantOrderId: 'HAAT-9' }))).toBeInstanceOf(ProviderRefused)
  })

  it.each(['hang', 'silent'])('is given up when the signal says so: %s', async (fault) => {
    const { control, provider, begin } = await setUp()
    const { request } = await begin()
    await control({ faults: { pay: [fault] } })
    const error = await failureOf(
      provider.start({ ...request, merchantOrderId: 'x' }, AbortSignal.timeout(200)),
    )
    expect(error.message).toBe('PhonePe does not answer in time.')
  })
})

describe("PhonePe's token", () => {
  const tokens = async ({ control }: Pick<Awaited<ReturnType<typeof setUp>>, 'control'>) =>
    ((await control({}))['calls'] as Record<string, number>)['token']

  it('is fetched once for all who need it', async () => {
    const gateway = await setUp()
    await gateway.begin()
    await Promise.all(Array.from({ length: 8 }, () => gateway.begin()))
    expect(await tokens(gateway)).toBe(1)
  })

  it('is renewed 4 minutes before its end, or after half of a short life', async () => {
    const { refundStatus, control, advance } = await paid()
    for (const [life, kept] of [[3600, 3600 - 240] as const, [100, 50] as const]) {
      await control({ tokenLife: life, revoke: true })
      await refundStatus('none')
      const before = (await tokens({ control })) ?? 0
      advance(kept - 1)
      await refundStatus('none')
      expect(await tokens({ control })).toBe(before)
      advance(1)
      await refundStatus('none')
      expect(await tokens({ control })).toBe(before + 1)
    }
  })

  it('is replaced once when PhonePe has revoked it', async () => {
    const { begin, control } = await setUp()
    await begin()
    await control({ revoke: true })
    await begin()
    await control({ faults: { pay: [401, 401] } })
    expect(await failureOf(begin())).toBeInstanceOf(ProviderRefused)
  })

  it('shows whether the keys are right', async () => {
    await (await setUp()).provider.checkKeys(soon())
    const { provider } = await setUp({ client_secret: 'another-secret' })
    const error = await failureOf(provider.checkKeys(soon()))
    expect(error.message).toBe('PhonePe does not accept the client id, version and secret.')
  })
})

describe('refunds at PhonePe', () => {
  it('are pending, then paid back with the number of the transfer', async () => {
    const { refund, refundStatus, advance, control, states } = await paid()
    const pending = {
      merchantRefundId: 'HAAT-R-77',
      state: 'PENDING',
      amount: 12_340,
      reference: null,
      problem: null,
    }
    expect(await refund('HAAT-R-77')).toMatchObject(pending)
    advance(5)
    await control({})
    expect(await refundStatus('HAAT-R-77')).toMatchObject(pending)
    advance(5)
    expect(await refundStatus('HAAT-R-77')).toMatchObject({
      state: 'COMPLETED',
      providerRefundId: expect.stringMatching(/^OMR/),
      reference: '498765432109',
    })
    await control({})
    expect(states()).toEqual(['refund PENDING', 'refund COMPLETED'])
  })

  it('fail with a reason for the staff', async () => {
    const { refund, refundStatus, control, advance, states } = await paid()
    await control({ refunds: 'failed' })
    await refund('HAAT-R-1')
    advance(10)
    await control({})
    expect(states().at(-1)).toBe('refund FAILED')
    const problem = 'PhonePe could not pay back (U28).'
    expect(await refundStatus('HAAT-R-1')).toMatchObject({ state: 'FAILED', problem })
  })

  it('stay paid back when the webhooks come in another order, and pending while PhonePe says so', async () => {
    const { refund, refundStatus, control, advance, states } = await paid()
    await control({ refunds: 'out-of-order' })
    await refund('HAAT-R-1')
    advance(5)
    await control({ refunds: 'pending' })
    expect(states()).toEqual(['refund COMPLETED', 'refund COMPLETED'])
    await refund('HAAT-R-2')
    advance(86_400)
    expect(await refundStatus('HAAT-R-2')).toMatchObject({ state: 'PENDING' })
  })

  it('are made once, however often they are asked for and whatever answer was lost', async () => {
    const { refund, refundStatus, control } = await paid()
    expect(await refundStatus('HAAT-R-1')).toBeNull()
    for (const fault of ['lost', 503] as const) {
      await control({ faults: { refund: [fault] } })
      expect(await failureOf(refund('HAAT-R-1'))).not.toBeInstanceOf(ProviderRefused)
    }
    const made = await refundStatus('HAAT-R-1')
    expect(await refund('HAAT-R-1')).toEqual(made)
    expect((await control({}))['refunds']).toHaveLength(1)
  })

  it('that the merchant makes at PhonePe say of which order they are', async () => {
    const { control, order, heard } = await paid()
    await control({ order, refundByHand: 20_000 })
    expect(heard.at(-1)).toMatchObject({
      refund: { state: 'COMPLETED', amount: 20_000, of: { merchantOrderId: order } },
    })
  })

  it('are refused above what was paid, below a rupee, and while PhonePe refuses everything', async () => {
    const { refund, control } = await paid()
    await refund('HAAT-R-1', 40_000)
    for (const amount of [10_001, 99])
      expect(await failureOf(refund('HAAT-R-2', amount))).toBeInstanceOf(ProviderRefused)
    await control({ faults: { refund: [429] } })
    expect(await failureOf(refund('HAAT-R-3', 100))).toBeInstanceOf(ProviderRefused)
    // Nobody knows whether an earlier attempt was carried out.
    await control({ faults: { refund: [429], refundStatus: [500] } })
    expect(await failureOf(refund('HAAT-R-3', 100))).not.toBeInstanceOf(ProviderRefused)
  })
})

describe("PhonePe's webhooks", () => {
  const parse = (rawBody: string, authorization: unknown = HEADER) =>
    setUp().then(({ provider }) =>
      provider.parseCallback?.({ headers: { authorization }, rawBody }, new Date(), soon()),
    )

  it.each(['', '{', '[]', '{"event":1}', '{"payload":{"merchantOrderId":"../../x"}}'])(
    'are refused when malformed: %s',
    async (body) => expect(await parse(body)).toBeUndefined(),
  )

  it.each([
    '{"event":"settlement.attempt.completed","payload":{}}',
    '{"event":"subscription.paused","payload":{"merchantOrderId":7}}',
    '{"event":"dispute.created"}',
  ])('are ignored when they are about something else: %s', async (body) => {
    expect(await parse(body)).toBeNull()
  })

  it.each([[undefined], [[HEADER]], [HEADER.slice(1)]])('are refused with the header %s', async (header) => {
    expect(await parse('{"payload":{}}', header ?? null)).toBeUndefined()
  })
})

it("PhonePe's own client accepts what the simulator answers, and the same webhooks as the shop", async () => {
  const { url, order, end, begin } = await begun()
  const urls = { pgHostUrl: url, pciPgHostUrl: url, oAuthHostUrl: url, eventsHostUrl: url }
  const hosts = vi.spyOn(EnvConfig, 'getBaseUrls').mockReturnValue(urls as unknown as EnvConfig)
  onTestFinished(() => hosts.mockRestore())
  const { client_id, client_secret, webhook_user, webhook_password } = KEYS
  const client = StandardCheckoutClient.getInstance(client_id, client_secret, 1, Env.SANDBOX, false)
  const request = StandardCheckoutPayRequest.builder().merchantOrderId('SDK-1').amount(50_000)
  const opened = await client.pay(request.redirectUrl(url).expireAfter(900).build())
  expect([opened.state, opened.redirectUrl]).toEqual(['PENDING', expect.stringContaining(`${url}/page/OMO`)])
  await expect(begin({ merchantOrderId: 'SDK-1' })).rejects.toThrow(ProviderRefused)

  await end('paid')
  const found = await client.getOrderStatus(order)
  expect([found.state, found.amount, found.paymentDetails[0]?.state]).toEqual([
    'COMPLETED',
    50_000,
    'COMPLETED',
  ])
  const refund = RefundRequest.builder().merchantRefundId('SDK-R').originalMerchantOrderId(order).amount(100)
  expect((await client.refund(refund.build())).state).toBe('PENDING')
  expect((await client.getRefundStatus('SDK-R')).amount).toBe(100)
  await expect(client.getOrderStatus('none')).rejects.toMatchObject({
    code: 'MERCHANT_ORDER_MAPPING_NOT_FOUND',
    httpStatusCode: 400,
  })

  const check = (header: string) =>
    client.validateCallback(webhook_user, webhook_password, header, '{"payload":{"state":"COMPLETED"}}')
  expect(check(HEADER).payload.state).toBe('COMPLETED')
  for (const header of [HEADER.toUpperCase(), `SHA256 ${HEADER}`])
    expect(() => check(header)).toThrow('Invalid Callback')
})

describe("PhonePe's keys", () => {
  it('are for real money in production alone', () => {
    const simulated = (hosts: (typeof PHONEPE_HOSTS)['sandbox']) =>
      phonepe({ keys: KEYS, hosts, now: () => new Date() }).simulated
    expect([simulated(PHONEPE_HOSTS.production), simulated(PHONEPE_HOSTS.sandbox)]).toEqual([false, true])
  })

  it.each([
    [{ client_id: '' }, 'Copy the client id from PhonePe Business'],
    [{ client_secret: 'two words' }, 'Copy the client secret from PhonePe Business'],
    [{ client_version: 'one' }, 'The client version is a number, such as 1'],
    [{ webhook_user: 'haat' }, 'The webhook user name has 5 to 20 letters, digits and underscores'],
    [
      { webhook_password: 'password' },
      'The webhook password has 8 to 20 letters and digits, and some of both',
    ],
  ])('are checked: %o', (changed, message) => {
    expect(PhonePeKeys.safeParse({ ...KEYS, ...changed }).error?.issues).toMatchObject([{ message }])
    expect(PhonePeKeys.parse(KEYS)).toEqual(KEYS)
  })

  it('appear in no error', async () => {
    const { control, begin, provider, payment } = await paid()
    const errors: Error[] = []
    for (const fault of [400, 401, 429, 500, 503, 'reset', 'lost']) {
      const answers = fault === 401 ? [401, 401] : [fault]
      await control({ faults: { token: [fault] } })
      errors.push(await failureOf(provider.checkKeys(soon())))
      await control({ faults: { pay: answers, status: answers } })
      errors.push(await failureOf(begin()))
      errors.push(await failureOf(Promise.resolve(provider.status?.(payment, soon()))))
    }
    const shown = errors
      .map((error) => `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`)
      .join()
    expect(errors.every(({ cause }) => cause === undefined)).toBe(true)
    for (const secret of ['client-secret-0001', 'O-Bearer', '9876543210', 'Passw0rd9', HEADER])
      expect(shown).not.toContain(secret)
  })
})

describe("the simulator's page", () => {
  it('says that no money moves, has a button for each outcome, and leads back to the shop', async () => {
    const { paymentUrl, request, status, states } = await begun()
    const page = await fetch(paymentUrl)
    const text = await page.text()
    expect(text).toContain('Simulator: no money moves.')
    for (const { id, label } of PHONEPE_OUTCOMES)
      expect(text).toContain(`value="${id}">${label.replace("'", '&#39;')}<`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const press = (outcome: string) =>
      fetch(paymentUrl, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })
    expect((await press('something')).status).toBe(404)
    const closed = await press('closed')
    expect([closed.status, await closed.text()]).toEqual([200, expect.stringContaining('The browser stays')])
    const back = await press('paid')
    expect([back.status, back.headers.get('location')]).toEqual([303, request.returnUrl])
    expect([states(), (await status())?.state]).toEqual([['COMPLETED'], 'COMPLETED'])
  })
})
