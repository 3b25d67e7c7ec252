import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../test/server-process.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { decodableUrl } from '../../http/storefront.ts'
import { registerStorefront } from './storefront.ts'

it('sends the files of the build, compressed where they are, and no others', async () => {
  const dist = temporaryFolder()
  mkdirSync(join(dist, 'assets'))
  mkdirSync(join(dist, '.vite'))
  const files = {
    'index.html': '<p>page</p>',
    'icon.png': 'icon',
    '.vite/manifest.json': '{}',
    'assets/app-1.js': 'code',
    'assets/app-1.js.br': 'compressed',
    'assets/.hidden.js': 'hidden',
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dist, name), content)
  const app = fastify()
  onTestFinished(() => app.close())
  await registerStorefront(app, (await shopForThisTest()).shop, dist)
  const get = (url: string, encoding = 'identity') =>
    app.inject({ url, headers: { 'accept-encoding': encoding } })

  const code = await get('/assets/app-1.js', 'br')
  expect(code.body).toBe('compressed')
  expect(code.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await get('/assets/app-1.js')).body).toBe('code')
  const icon = await get('/icon.png')
  expect(icon.body).toBe('icon')
  expect(icon.headers['cache-control']).toBe('public, max-age=3600')
  expect((await get('/cart')).body).toBe('<p>page</p>')
  for (const path of [
    '/assets/app-1.js.br',
    '/assets/app-2.js',
    '/assets/.hidden.js',
    '/.vite/manifest.json',
    '/assets/../index.html',
  ])
    expect((await get(path)).statusCode, path).toBe(404)
  expect((await get('/assets/%2e%2e/index.html')).body).not.toContain('page')
})

it('shows a browser its page at addresses that nothing has', async () => {
  const dist = temporaryFolder()
  writeFileSync(join(dist, 'index.html'), '<p>page</p>')
  const app = fastify({ rewriteUrl: ({ url = '/' }) => decodableUrl(url) })
  onTestFinished(() => app.close())
  await registerStorefront(app, (await shopForThisTest()).shop, dist)
  const browse = (url: string, accept = 'text/html,*/*') => app.inject({ url, headers: { accept } })
  for (const path of ['/%', '/product/%ff?x=%', '/product/%00', '/index.html', '/wp-login.php']) {
    const { statusCode, body } = await browse(path)
    expect({ path, statusCode, body }).toEqual({ path, statusCode: 404, body: '<p>page</p>' })
  }
  expect((await browse('/icon.png', 'image/*,*/*')).json()).toMatchObject({ success: false })
  expect((await browse('/api/%')).statusCode).toBe(400)
})
