import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import { createLog, loggedUrl, stopOnUncaughtErrors } from './log.ts'

it.each([
  ['/api/products/7', '/api/products/7'],
  ['/pay/T-4711', '/pay/*'],
  ['/pay/T-4711?action=pay', '/pay/*?*'],
  ['//PAY/T-4711/x', '//PAY/*'],
  ['/dev?token=secret', '/dev?*'],
  ['/api/products/search?search=gift&token=a=b?c', '/api/products/search?*'],
  ['/unsubscribe/asha@shop.in/now', '/unsubscribe/*/now'],
  ['/x/asha%40shop.in', '/x/*'],
  ['/x/asha%2540shop.in%', '/x/*'],
  ['/orders/9812306570/mail=asha@shop.in', '/orders/*/*'],
  ['/sms:09812306570.html?x', '/*?*'],
  ['/media/9f1234567890ab.webp', '/media/9f1234567890ab.webp'],
  ['/product/12/red-shoe-2026', '/product/12/red-shoe-2026'],
  ['/%E0%A4%A', '/%E0%A4%A'],
])('%s is logged as %s', (url, logged) => {
  expect(loggedUrl(url)).toBe(logged)
})

it('errors that nothing catches are logged without values, and stop the server once', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const stop = vi.fn<() => void>()
  const program = new EventEmitter()
  stopOnUncaughtErrors(program, log, stop)
  const query = { query: 'select 1 where email = $1', params: ['asha@shop.in'] }
  program.emit(
    'unhandledRejection',
    Object.assign(new Error('Failed: asha@shop.in'), query),
    Promise.resolve(),
  )
  program.emit('uncaughtException', new Error('no listener'), 'uncaughtException')
  expect(stop).toHaveBeenCalledOnce()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 60, err: { message: 'Failed query: select 1 where email = $1' } },
    { level: 60, err: { message: 'no listener' } },
  ])
  expect(lines.join('')).not.toContain('asha@shop.in')
})
