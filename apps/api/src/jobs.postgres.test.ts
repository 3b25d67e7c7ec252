import { expect, it, vi } from 'vitest'
import { s3ForThisTest } from '../test/s3-server.ts'
import { shopForThisTest } from '../test/test-shop.ts'
import { Pictures } from './features/media/pictures.ts'
import { startJobs } from './jobs.ts'

it('render pictures ahead on one of the servers that share them, and on each that has its own', async () => {
  const s3 = await s3ForThisTest()
  const rendersOn = async (env: Record<string, string>) => {
    const { shop } = await shopForThisTest({ ...env, PICTURES_AHEAD: 'on' })
    const renderMissing = vi.fn<() => Promise<void>>(async () => undefined)
    const pictures = Object.assign(new Pictures(shop.media), { renderMissing })
    const stop = startJobs(shop, pictures)
    await vi.waitFor(() => expect(renderMissing).toHaveBeenCalled(), 30_000)
    // The first one holds the lease until the second has asked for it.
    await startJobs(shop, pictures)()
    await stop()
    return renderMissing.mock.calls.length
  }
  expect(await rendersOn(s3.env)).toBe(1)
  expect(await rendersOn({})).toBe(2)
})
