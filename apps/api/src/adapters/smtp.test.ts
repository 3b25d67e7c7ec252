import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { smtpForThisTest } from '../../test/smtp.ts'
import { openMail } from './mail.ts'
import { smtpDelivery, smtpFailure, startPosting } from './smtp.ts'

const FROM = 'Haat <shop@haat.example>'
const MESSAGE = {
  to: 'asha@shop.in',
  subject: 'Your order · ₹1,299',
  text: 'Hello ₹',
  html: '<p>Hello ₹</p>',
  messageId: '<one@haat.example>',
}

/** A server that accepts connections and never sends anything. */
async function silentServer(): Promise<string> {
  const server = createServer((socket) => socket.on('error', () => undefined))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => void server.close())
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('delivery by SMTP', () => {
  it('sends text, HTML and a stable id', async () => {
    const smtp = await smtpForThisTest()
    await smtpDelivery(smtp.url, FROM)(MESSAGE)
    expect(smtp.received).toHaveLength(1)
    const [{ to, raw }] = smtp.received as [(typeof smtp.received)[number]]
    expect(to).toEqual(['asha@shop.in'])
    expect(raw).toContain('From: Haat <shop@haat.example>')
    expect(raw).toContain('Message-ID: <one@haat.example>')
    expect(raw).toMatch(/text\/plain[\s\S]*text\/html/)
  })

  it('treats the recipient as one address, whatever it contains', async () => {
    const smtp = await smtpForThisTest()
    const deliver = smtpDelivery(smtp.url, FROM)
    for (const to of ['a@x.in,b@y.in', 'a@x.in\r\nBcc: b@y.in', '"a@x.in b"@y.in']) {
      await deliver({ ...MESSAGE, to }).catch(() => undefined)
    }
    expect(smtp.received.flatMap(({ to }) => to).filter((to) => ['a@x.in', 'b@y.in'].includes(to))).toEqual(
      [],
    )
    for (const { raw } of smtp.received) expect(raw).not.toMatch(/^Bcc:/m)
  })

  it.each([
    ['refuses for now', 'refuse', /451/],
    ['rejects for good', 'reject', /550/],
    ['drops the connection after DATA', 'drop', /closed/],
  ] as const)('fails when the server %s', async (_what, behaviour, message) => {
    const smtp = await smtpForThisTest()
    smtp.behaviour.push(behaviour)
    await expect(smtpDelivery(smtp.url, FROM)(MESSAGE)).rejects.toThrow(message)
    expect(smtp.received).toEqual([])
  })

  it('is failing while the server refuses the shop, not for one recipient, until a mail is sent', async () => {
    const smtp = await smtpForThisTest()
    const config = { smtpUrl: await silentServer(), smtpTls: 'optional' as const, mailFrom: FROM }
    const mail = openMail(config, () => new Date())
    expect(mail.isFailing).toBe(false)
    config.smtpUrl = 'smtp://127.0.0.1:1'
    await expect(mail.deliver(MESSAGE)).rejects.toThrow('ECONNREFUSED')
    expect(mail.isFailing).toBe(true)
    config.smtpUrl = smtp.url
    await mail.deliver(MESSAGE)
    expect(mail.isFailing).toBe(false)
    await mail.deliver({ ...MESSAGE, to: 'nobody' }).catch(() => undefined)
    expect(mail.isFailing).toBe(false)
  })

  it('tries a mail server without a mail, and says why it cannot be used', async () => {
    const smtp = await smtpForThisTest()
    expect(await smtpFailure(smtp.url)).toBeNull()
    expect(await smtpFailure(smtp.url, { requireTLS: true })).toMatch(/TLS/)
    expect(await smtpFailure('smtp://127.0.0.1:1')).toMatch(/ECONNREFUSED/)
    expect(smtp.received).toEqual([])
  })

  it('fails without a listener, a host or a greeting', async () => {
    await expect(smtpDelivery('smtp://127.0.0.1:1', FROM)(MESSAGE)).rejects.toThrow('ECONNREFUSED')
    await expect(smtpDelivery('smtp://nobody.invalid', FROM)(MESSAGE)).rejects.toThrow('nobody.invalid')
    const mute = await silentServer()
    await expect(smtpDelivery(mute, FROM, { greetingTimeout: 200 })(MESSAGE)).rejects.toThrow('Greeting')
    const slow = await smtpForThisTest({ delayMs: 2000 })
    await expect(smtpDelivery(slow.url, FROM, { greetingTimeout: 200 })(MESSAGE)).rejects.toThrow('Greeting')
  })

  it('sends no password to a server with a wrong certificate', async () => {
    const smtp = await smtpForThisTest({ secure: true })
    const url = smtp.url.replace('smtp://', 'smtps://owner:secret@')
    await expect(smtpDelivery(url, FROM)(MESSAGE)).rejects.toThrow(/certificate/)
  })

  it('sends nothing in plain text, or to a server with a wrong certificate, where TLS is required', async () => {
    const plain = await smtpForThisTest()
    const selfSigned = await smtpForThisTest({ disabledCommands: [] })
    const deliver = (url: string) => smtpDelivery(url, FROM, { requireTLS: true })(MESSAGE)
    await expect(deliver(plain.url)).rejects.toThrow(/STARTTLS/)
    await expect(deliver(selfSigned.url)).rejects.toThrow(/certificate/)
    expect([...plain.received, ...selfSigned.received]).toEqual([])
    await deliver(`${selfSigned.url}?tls.rejectUnauthorized=false`)
    expect(selfSigned.received).toHaveLength(1)
  })
})

describe('posting', () => {
  it('retries until the server accepts the message, and delivers it once', async () => {
    const smtp = await smtpForThisTest()
    smtp.behaviour.push('refuse', 'drop', 'reject')
    const report = vi.fn<(line: string) => void>()
    const post = startPosting({ deliver: smtpDelivery(smtp.url, FROM), report, pauses: [0.01, 0.01, 0.01] })
    post(MESSAGE)
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), 30_000)
    expect(smtp.connections).toBe(4)
    expect(report).not.toHaveBeenCalled()
  })

  it('ends a delivery that takes too long before the retry', async () => {
    let opened = 0
    const firstGreeting = Promise.withResolvers<void>()
    const firstClosed = Promise.withResolvers<void>()
    const smtp = await smtpForThisTest({
      onConnect(_session, greet) {
        if ((opened += 1) === 1) void firstGreeting.promise.then(() => greet())
        else greet()
      },
      onClose: () => firstClosed.resolve(),
    })
    const report = vi.fn<(line: string) => void>()
    const deliver = smtpDelivery(smtp.url, FROM)
    startPosting({ deliver, report, pauses: [0.01, 0.01, 0.01], timeout: 500 })(MESSAGE)
    await firstClosed.promise
    firstGreeting.resolve()
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), 30_000)
    expect(report).not.toHaveBeenCalled()
  })

  it('drops a message after the last retry and reports it without its recipient', async () => {
    const report = vi.fn<(line: string) => void>()
    const deliver = smtpDelivery('smtp://127.0.0.1:1', FROM)
    startPosting({ deliver, report, pauses: [0.01] })(MESSAGE)
    await vi.waitFor(() => expect(report).toHaveBeenCalledOnce(), 30_000)
    expect(report.mock.calls[0]?.[0]).toMatch(/^A mail was dropped: E\w+/)
    expect(report.mock.calls[0]?.[0]).not.toContain('asha')
  })

  it('delivers other messages while some deliveries hang', async () => {
    const report = vi.fn<(line: string) => void>()
    const delivered: string[] = []
    const deliver = async ({ to }: { to: string }): Promise<void> => {
      if (to === 'hang') await new Promise(() => undefined)
      delivered.push(to)
    }
    const post = startPosting({ deliver, report, pauses: [], timeout: 20 })
    for (const to of ['hang', 'hang', 'hang', 'hang', 'asha@shop.in']) post({ ...MESSAGE, to })
    await vi.waitFor(() => expect(delivered).toEqual(['asha@shop.in']), 30_000)
    expect(report).toHaveBeenCalledTimes(4)
    expect(report).toHaveBeenCalledWith('A mail was dropped: TimeoutError')
  })

  it('keeps at most a thousand messages while the server is down', async () => {
    const report = vi.fn<(line: string) => void>()
    const post = startPosting({ deliver: () => new Promise(() => undefined), report })
    for (let n = 0; n < 1002; n += 1) post(MESSAGE)
    expect(report).toHaveBeenCalledTimes(2)
  })
})

it('mail takes the server that is configured now', async () => {
  const smtp = await smtpForThisTest()
  const config: Parameters<typeof openMail>[0] = { smtpUrl: null, smtpTls: 'optional', mailFrom: FROM }
  const mail = openMail(config, () => new Date(0))
  await mail.deliver(MESSAGE)
  expect([mail.inbox?.list().length, smtp.received.length]).toEqual([1, 0])
  config.smtpUrl = smtp.url
  await mail.deliver(MESSAGE)
  config.mailFrom = 'Meera <meera@shop.in>'
  await mail.deliver(MESSAGE)
  expect(mail.inbox).toBeNull()
  expect(smtp.received.map(({ raw }) => /From: .*/.exec(raw)?.[0].trim())).toEqual([
    `From: ${FROM}`,
    'From: Meera <meera@shop.in>',
  ])
})

describe('the built-in inbox', () => {
  const inbox = () => {
    const mail = openMail({ smtpUrl: null, smtpTls: 'optional', mailFrom: FROM }, () => new Date(0))
    return { mail, inbox: mail.inbox! }
  }

  it('lists the newest first, to one recipient or all', async () => {
    const { mail, inbox: box } = inbox()
    mail.post(MESSAGE)
    await mail.deliver({ ...MESSAGE, to: 'vikram@shop.in' })
    expect(box.list().map(({ to, id }) => [to, id])).toEqual([
      ['vikram@shop.in', 2],
      ['asha@shop.in', 1],
    ])
    expect(box.list('Asha@shop.in')).toMatchObject([{ ...MESSAGE, id: 1, at: new Date(0) }])
  })

  it('keeps the newest 500', () => {
    const { mail, inbox: box } = inbox()
    for (let n = 0; n < 502; n += 1) mail.post({ ...MESSAGE, subject: String(n) })
    expect(box.list()).toHaveLength(500)
    expect(box.list()[0]?.subject).toBe('501')
  })
})
