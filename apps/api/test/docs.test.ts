import { contract } from '@haat/contract'
import type { Endpoint } from '@haat/contract/endpoint'
import type { AnyAct } from '@haat/contract/staff/act'
import { staff } from '@haat/contract/staff/index'
import { staffSession } from '@haat/contract/staff/session'
import { describe, expect, it } from 'vitest'
import { shopForThisTest } from './test-shop.ts'

describe('/docs', () => {
  it('describes every endpoint of the contract once', async () => {
    const test = await shopForThisTest({ TEST_DOCS: '1' })
    const { body } = await test.get('/docs/json').expect(200)
    const endpoints = [...Object.values(contract), staffSession].flatMap((group) =>
      Object.values<Endpoint>(group),
    )
    const acts = Object.values(staff).flatMap((group) => Object.values<AnyAct>(group))
    for (const { path, method } of endpoints) expect(body.paths[path][method.toLowerCase()]).toBeDefined()
    for (const { route, permission } of acts) {
      const [method = '', path = ''] = route.split(' ')
      expect(body.paths[path][method.toLowerCase()]['x-permission']).toEqual([permission].flat())
    }
    const operations = Object.values<Record<string, { operationId: string }>>(body.paths).flatMap(
      Object.values,
    )
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(
      endpoints.length + acts.length,
    )
    expect(body.openapi).toBe('3.1.0')
  })

  it('has a page for browsers', async () => {
    const test = await shopForThisTest({ TEST_DOCS: '1' })
    const { text } = await test.get('/docs/').expect(200)
    expect(text).toContain('swagger-ui')
  })

  it('is absent in production', async () => {
    const test = await shopForThisTest({ NODE_ENV: 'production', TEST_DOCS: '1' })
    await test.get('/docs').expect(404)
  })
})

describe('a refusal', () => {
  it.each([
    ['an unknown address', '/api/nothing', 404],
    ['a broken escape', '/api/%zz', 400],
    ['a very long address', `/api/${'a'.repeat(5000)}`, 404],
  ])('of %s has the shape of a failure', async (_what, path, status) => {
    const test = await shopForThisTest()
    const { body } = await test.get(path).expect(status)
    expect(body).toMatchObject({ success: false, message: expect.any(String) })
  })
})
