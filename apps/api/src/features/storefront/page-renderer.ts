/** Loads what renders pages, before the first shopper waits for it. */
import { performance } from 'node:perf_hooks'
import type { PageRenderer } from '@haat/contract/page-rendering'
import type { FastifyInstance } from 'fastify'

/** How long browsers render pages after it could not be loaded, in ms. */
const RETRY_MS = 10_000
const IDLE_MS = 1000
/** Share of the time in which the event loop works. */
const IDLE_MAX = 0.3

/**
 * Loads the renderer at the first call. After a failure it waits before it tries again, and gives null meanwhile.
 *
 * @throws what `load` has thrown, to those who wait for it
 */
export function openRenderer(
  load: () => Promise<PageRenderer>,
  retryMs = RETRY_MS,
): () => Promise<PageRenderer | null> {
  let loading: Promise<PageRenderer> | undefined
  let retryAt = 0
  return async () => {
    if (loading === undefined && performance.now() < retryAt) return null
    loading ??= load()
    try {
      return await loading
    } catch (error) {
      loading = undefined
      retryAt = performance.now() + retryMs
      throw error
    }
  }
}

/** Does something heavy once, after the first second in which the listening server has had little to do. */
export function whenIdle(app: FastifyInstance, work: () => void): void {
  app.addHook('onListen', async () => {
    let before = performance.eventLoopUtilization()
    const timer = setInterval(() => {
      const { utilization } = performance.eventLoopUtilization(before)
      before = performance.eventLoopUtilization()
      if (utilization > IDLE_MAX) return
      clearInterval(timer)
      work()
    }, IDLE_MS).unref()
    app.server.once('close', () => clearInterval(timer))
  })
}
