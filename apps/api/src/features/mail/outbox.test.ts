import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { aCustomer, aProduct } from '../../../test/factories.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { smtpForThisTest } from '../../../test/smtp.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { openMail } from '../../adapters/mail.ts'
import type { Shop } from '../../shop.ts'
import { MAIL_KINDS } from '../../jobs.ts'
import { enqueuePasswordChangedMail } from '../auth/account-mails.ts'
import { enqueueOrderMail } from '../orders/order-mail.ts'
import { runOutbox, startOutbox, sweepOutbox } from './outbox.ts'
import { rule } from '../../../test/rule.ts'

async function enqueue(test: TestShop, revision = 1): Promise<string> {
  const customer = await aCustomer(test)
  await test.shop.db.transaction((tx) =>
    enqueuePasswordChangedMail(tx, customer.id, revision, test.shop.now()),
  )
  return customer.email
}

const jobs = (test: TestShop) => test.shop.db.select().from(test.shop.db.tables.outbox)

/** The shop, sending through a mail server. */
const through = (test: TestShop, smtpUrl: string): Shop => ({
  ...test.shop,
  mail: openMail({ smtpUrl, smtpTls: 'optional', mailFrom: 'Haat <shop@haat.example>' }, test.shop.now),
})

describe('the outbox', () => {
  rule('sends committed mails once', async () => {
    const test = await shopForThisTest()
    const email = await enqueue(test)
    expect(await runOutbox(test.shop, MAIL_KINDS)).toBe(1)
    expect(await runOutbox(test.shop, MAIL_KINDS)).toBe(0)
    expect(test.mail.messages.map(({ to }) => to)).toEqual([email])
  })

  rule('sends nothing from a failed transaction', async () => {
    const test = await shopForThisTest()
    const { id } = await aCustomer(test)
    const failing = test.shop.db.transaction(async (tx) => {
      await enqueuePasswordChangedMail(tx, id, 1, test.shop.now())
      throw new Error('later')
    })
    await expect(failing).rejects.toThrow('later')
    expect(await runOutbox(test.shop, MAIL_KINDS)).toBe(0)
  })

  rule('accepts a dedupe key once, before and after it was sent', async () => {
    const test = await shopForThisTest()
    const { id } = await aCustomer(test)
    const again = () =>
      test.shop.db.transaction((tx) => enqueuePasswordChangedMail(tx, id, 7, test.shop.now()))
    await again()
    await again()
    expect(await runOutbox(test.shop, MAIL_KINDS)).toBe(1)
    await again()
    expect(await runOutbox(test.shop, MAIL_KINDS)).toBe(0)
    expect(test.mail.messages).toHaveLength(1)
  })

  rule('drops a mail about an order that does not exist', async () => {
    const test = await shopForThisTest()
    await test.shop.db.transaction((tx) => enqueueOrderMail(tx, 4711, 'confirmed'))
    await runOutbox(test.shop, MAIL_KINDS)
    expect(test.mail.messages).toEqual([])
    expect((await jobs(test))[0]?.done_at).not.toBeNull()
  })

  rule('describes a placed order as it is now', async () => {
    const test = await shopForThisTest()
    const shopper = await aShopper(test)
    const product = await aProduct(test, { name: 'Trail shoe' })
    const { body } = await shopper.place(shopper.order([item(product, 2)], 1099)).expect(201)
    expect(await runOutbox(test.shop, MAIL_KINDS)).toBe(1)
    const [mail] = test.mail.messages
    expect(mail?.to).toBe(shopper.customer.email)
    expect(mail?.subject).toBe(`Order #${body.order_number} confirmed · Haat`)
    expect(mail?.text).toContain('- Trail shoe, 2 × ₹500 = ₹1,000')
    expect(mail?.text).toContain('Delivery: ₹99\nTotal: ₹1,099')
    expect(mail?.html).toContain(`/order-confirmation/${body.order_id}`)
  })

  it('writes to a customer in the language of the order', async () => {
    const test = await shopForThisTest()
    const shopper = await aShopper(test)
    const product = await aProduct(test, { name: 'दीया' })
    const order = shopper.order([item(product, 2)], 1099)
    const { body } = await shopper.place(order).set('accept-language', 'hi-IN').expect(201)
    const placed = new Date(test.shop.now()).toLocaleDateString('hi-IN', {
      dateStyle: 'long',
      timeZone: 'Asia/Kolkata',
    })
    await runOutbox(test.shop, MAIL_KINDS)
    const [mail] = test.mail.messages
    expect(mail?.subject).toBe(`ऑर्डर #${body.order_number} कन्फ़र्म हो गया · Haat`)
    expect(mail?.text).toContain(`${placed} का ऑर्डर #${body.order_number}`)
    expect(mail?.text).toContain('- दीया, 2 × ₹500 = ₹1,000')
    expect(mail?.text).toContain('डिलीवरी: ₹99\nकुल रकम: ₹1,099')
    expect(mail?.html).toContain('<html lang="hi-IN">')
  })

  it('sends each mail once with concurrent workers', async () => {
    const test = await shopForThisTest()
    for (let n = 0; n < 10; n += 1) await enqueue(test)
    await Promise.all([
      runOutbox(test.shop, MAIL_KINDS),
      runOutbox(test.shop, MAIL_KINDS),
      runOutbox(test.shop, MAIL_KINDS),
    ])
    expect(new Set(test.mail.messages.map(({ to }) => to)).size).toBe(10)
    expect(test.mail.messages).toHaveLength(10)
  })

  rule('retries with growing pauses until the server accepts the mail, under one id', async () => {
    const test = await shopForThisTest()
    const smtp = await smtpForThisTest()
    smtp.behaviour.push('refuse', 'drop', 'reject')
    const shop = through(test, smtp.url)
    const email = await enqueue(test)
    for (const pause of [10, 20, 40]) {
      expect(await runOutbox(shop, MAIL_KINDS)).toBe(0)
      test.clock.advance(pause - 1)
      expect(await runOutbox(shop, MAIL_KINDS)).toBe(0)
      test.clock.advance(1)
    }
    expect(smtp.connections).toBe(3)
    expect((await jobs(test))[0]).toMatchObject({ attempts: 3, done_at: null })
    expect((await jobs(test))[0]?.last_error).not.toContain('@')
    expect(await runOutbox(shop, MAIL_KINDS)).toBe(1)
    expect(smtp.received.map(({ to }) => to)).toEqual([[email]])
    expect(smtp.received[0]?.raw).toMatch(/Message-ID: <[0-9a-f]{32}@haat\.example>/)
  })

  it('keeps trying while the server is down, and gives up after some days', async () => {
    const test = await shopForThisTest()
    const shop = through(test, 'smtp://127.0.0.1:1')
    await enqueue(test)
    let hours = 0
    while ((await jobs(test))[0]?.done_at === null && hours < 100) {
      await runOutbox(shop, MAIL_KINDS)
      test.clock.advance(3600)
      hours += 1
    }
    expect(hours).toBe(55)
    expect((await jobs(test))[0]?.last_error).toContain('ECONNREFUSED')
  })

  it('resumes the jobs of a process that died while sending', async () => {
    const test = await shopForThisTest()
    const email = await enqueue(test)
    const hanging: Shop = {
      ...test.shop,
      mail: { inbox: null, post: () => undefined, deliver: () => new Promise(() => undefined) },
    }
    void runOutbox(hanging, MAIL_KINDS)
    await vi.waitFor(async () => expect((await jobs(test))[0]?.attempts).toBe(1), 30_000)
    expect(await runOutbox(test.shop, MAIL_KINDS)).toBe(0)
    test.clock.advance(300)
    expect(await runOutbox(test.shop, MAIL_KINDS)).toBe(1)
    expect(test.mail.messages.map(({ to }) => to)).toEqual([email])
  })

  it('continues after a job it cannot read', async () => {
    const test = await shopForThisTest()
    await test.shop.db.transaction(async (tx) => {
      const job = { next_at: new Date(0), payload: '{}' }
      await tx.insert(tx.tables.outbox).values([
        { ...job, kind: 'from_the_future', dedupe_key: 'a' },
        { ...job, kind: 'order', dedupe_key: 'b' },
        { ...job, kind: 'toString', dedupe_key: 'c' },
      ])
    })
    await enqueue(test)
    expect(await runOutbox(test.shop, MAIL_KINDS)).toBe(1)
    expect((await jobs(test)).filter(({ done_at }) => done_at === null)).toHaveLength(3)
  })
})

describe('the worker', () => {
  async function started(test: TestShop, report = vi.fn<(error: unknown) => void>()) {
    const stop = startOutbox(test.shop, MAIL_KINDS, report)
    onTestFinished(stop)
    return { stop, report }
  }

  it('sends what waited at the start, and new mails at once', async () => {
    const test = await shopForThisTest()
    await enqueue(test)
    await started(test)
    await vi.waitFor(() => expect(test.mail.messages).toHaveLength(1), 30_000)
    await enqueue(test)
    await vi.waitFor(() => expect(test.mail.messages).toHaveLength(2), { interval: 10, timeout: 30_000 })
  })

  rule('finishes the mail being delivered when it is stopped, and starts no other', async () => {
    const test = await shopForThisTest()
    let release = (): void => undefined
    test.mail.deliver = (message) =>
      new Promise((resolve) => {
        release = () => {
          test.mail.messages.push(message)
          resolve()
        }
      })
    await enqueue(test)
    const { stop, report } = await started(test)
    await vi.waitFor(async () => expect((await jobs(test))[0]?.attempts).toBe(1), 30_000)
    const stopped = stop()
    await vi.waitFor(() => {
      release()
      expect(test.mail.messages).not.toEqual([])
    }, 30_000)
    await stopped
    expect((await jobs(test))[0]?.done_at).not.toBeNull()
    await enqueue(test)
    expect((await jobs(test)).filter(({ attempts }) => attempts === 0)).toHaveLength(1)
    expect(report).not.toHaveBeenCalled()
  })
})

it('deletes jobs a month after they were done', async () => {
  const test = await shopForThisTest()
  await enqueue(test)
  await runOutbox(test.shop, MAIL_KINDS)
  await enqueue(test)
  test.clock.advance(31 * 86_400)
  await sweepOutbox(test.shop)
  expect(await jobs(test)).toMatchObject([{ done_at: null }])
})
