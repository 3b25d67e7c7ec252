import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { Language } from '@haat/contract/languages'
import { smsAccount } from './sms-account.ts'
import { openSms } from './sms.ts'

/** Stands for MSG91: records the requests and gives the answers in turn. */
async function msg91(...answers: [status: number, body: object][]) {
  const requests: { authkey: unknown; body: unknown }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += String(part)))
    request.on('end', () => {
      requests.push({ authkey: request.headers['authkey'], body: JSON.parse(text) })
      const [status, body] = answers.shift()!
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

const CONFIG = {
  sms: { authKey: 'key', templates: { otp: { en: 'template-7', hi: 'template-8' } } },
  production: true,
}
const write = (language: Language) => ({ text: 'for the inbox', values: { otp: `123456 ${language}` } })
const OTP = { kind: 'otp', to: '9812345678', language: 'en', write } as const

it("fills the merchant's template at MSG91, once, and notes what it refuses", async () => {
  const refusal = { type: 'error', message: 'template not approved' }
  const { requests, url } = await msg91([200, refusal], [401, refusal], [200, { type: 'success' }])
  const sms = openSms(CONFIG, { inbox: null }, url)
  expect([sms.sends('otp'), sms.sends('shipped')]).toEqual([true, false])
  for (let refused = 0; refused < 2; refused += 1) {
    await expect(sms.deliver(OTP)).rejects.toThrow('template not approved')
    expect(sms.isFailing).toBe(true)
  }
  await sms.deliver(OTP)
  expect(sms.isFailing).toBe(false)
  expect(requests).toHaveLength(3)
  const recipients = [{ mobiles: '919812345678', otp: '123456 en' }]
  expect(requests[2]).toEqual({
    authkey: 'key',
    body: { template_id: 'template-7', short_url: '0', recipients },
  })
})

it('sends in the language of the reader where a text is registered in it, else in English', async () => {
  const { requests, url } = await msg91([200, { type: 'success' }], [200, { type: 'success' }])
  const sms = openSms(CONFIG, { inbox: null }, url)
  for (const language of ['hi', 'ta'] as const) await sms.deliver({ ...OTP, language })
  expect(requests.map(({ body }) => body)).toMatchObject([
    { template_id: 'template-8', recipients: [{ otp: '123456 hi' }] },
    { template_id: 'template-7', recipients: [{ otp: '123456 en' }] },
  ])
})

it('reads the ids of templates, by language', () => {
  const env = {
    MSG91_AUTH_KEY: 'key',
    MSG91_TEMPLATE_OTP: '6a1, hi:6a2,ta:6a3',
    MSG91_TEMPLATE_PLACED: '6a4',
  }
  const templates = { otp: { en: '6a1', hi: '6a2', ta: '6a3' }, placed: { en: '6a4' } }
  expect(smsAccount(env)).toEqual({ authKey: 'key', templates })
})

it('has nobody to send to in production without an account', () => {
  expect(openSms({ sms: null, production: true }, { inbox: null }).sends('otp')).toBe(false)
})
