import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../test/server-process.ts'
import { registerDesk } from './storefront.ts'
import { sendHeaders } from './server.ts'

it('sends its page at every address of the desk, and its files for ever', async () => {
  const dist = temporaryFolder()
  mkdirSync(join(dist, 'assets'))
  const files = {
    'index.html': '<p>desk</p>',
    'assets/main-1.js': 'code',
    'assets/main-1.js.br': 'compressed',
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dist, name), content)
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } })
  onTestFinished(() => app.close())
  sendHeaders(app, { publicUrl: 'https://shop.in' } as never)
  await registerDesk(app, dist)
  for (const url of ['/desk', '/desk/', '/desk/orders/42?status=SHIPPED', '/desk/link/abc']) {
    const { body, headers } = await app.inject({ url })
    expect([url, body]).toEqual([url, '<p>desk</p>'])
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' })
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  }
  const code = await app.inject({ url: '/desk/assets/main-1.js', headers: { 'accept-encoding': 'br' } })
  expect(code.body).toBe('compressed')
  expect(code.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await app.inject({ url: '/desk/assets/main-2.js' })).statusCode).toBe(404)
})
