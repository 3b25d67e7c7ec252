import { describe, expect, it } from 'vitest'
import { devShopForThisTest } from '../../test/dev-shop.ts'
import { aCustomer } from '../../test/factories.ts'
import { shopForThisTest } from '../../test/test-shop.ts'
import { buildApp } from '../app.ts'
import { Clock } from '../clock.ts'

describe('messages', () => {
  it('returns the OTP that a script waits for, once', async () => {
    const test = await devShopForThisTest()
    const { email } = await aCustomer(test)
    await test.post('/api/auth/forgot-password', { email }).expect(200)
    const query = `to=${encodeURIComponent(email)}&wait=5s`
    const { body } = await test.get(`/dev/messages?${query}`).expect(200)
    expect(body.messages).toHaveLength(1)
    const [{ id, code, html, text }] = body.messages
    expect(text).toContain(code)
    expect(html).toContain(code)
    await test.post('/api/auth/verify-otp', { email, otp: code }).expect(200)
    const waiting = test.get(`/dev/messages?${query}&after=${id}`).then((reply) => reply.body.messages)
    await test.post('/api/auth/forgot-password', { email }).expect(200)
    expect(await waiting).toMatchObject([{ id: id + 1, to: email }])
    expect((await test.get('/dev/messages?to=nobody@x.in')).body.messages).toEqual([])
    await test.delete('/dev/messages').expect(200)
    expect((await test.get('/dev/messages')).body.messages).toEqual([])
  })

  it('refuses malformed parameters', async () => {
    const { get } = await devShopForThisTest()
    for (const query of ['wait=soon', 'wait=-1', 'wait=26s', 'after=x', 'wait=5s&wait=6s', 'form=x'])
      expect((await get(`/dev/messages?${query}`).expect(400)).body.success).toBe(false)
  })

  it('refuses when mail goes to a mail server', async () => {
    const { shop } = await shopForThisTest({ HAAT_DEV: '1' })
    const app = await buildApp(shop, { clock: new Clock() })
    const reply = await app.inject('/dev/messages')
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'NO_INBOX'])
    await app.close()
  })
})
