/**
 * Refuses calls of the API that the server cannot answer in good time, with 503, instead of keeping them in memory.
 * Pictures and rendered pages have queues of their own; health checks and files of the storefront are always served.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { overloaded } from './failure.ts'

/** Calls that are worked on at the same time. A body on its way does not count. */
const CALLS_MAX = 256
const SAMPLE_MS = 1000
/** How late the event loop runs its timers, on average. */
const DELAY_MAX_MS = 1000
/** Share of the heap that V8 may use. The memory of the process is no measure: it does not shrink after a peak. */
const HEAP_MAX = 0.9

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its reply has no end: it does not count as work. */
    isStream?: true
  }
  interface FastifyInstance {
    pressure: { isHigh: boolean }
  }
}

/** Must come before the routes that it protects. */
export function refuseOverload(app: FastifyInstance, callsMax = CALLS_MAX): void {
  app.decorate('pressure', { isHigh: false })
  samplePressure(app)
  const working = new Set<FastifyRequest>()
  const refuse: onRequestHookHandler = ({ routeOptions }, _reply, done) => {
    const isFull = app.pressure.isHigh || working.size >= callsMax
    done(isFull && routeOptions.url?.startsWith('/api/') ? overloaded() : undefined)
  }
  // Before the caller is identified and the body is read, and once the body is here.
  app.addHook('onRequest', refuse)
  app.addHook('preValidation', refuse)
  app.addHook('preValidation', (request, _reply, done) => {
    const { url, config } = request.routeOptions
    if (url?.startsWith('/api/') && !config.isStream) working.add(request)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    working.delete(request)
    done()
  })
}

/** Samples while the server listens. */
function samplePressure(app: FastifyInstance): void {
  app.addHook('onListen', async () => {
    const delays = monitorEventLoopDelay()
    delays.enable()
    const timer = setInterval(() => {
      const { used_heap_size, heap_size_limit } = getHeapStatistics()
      app.pressure.isHigh = delays.mean / 1e6 > DELAY_MAX_MS || used_heap_size / heap_size_limit > HEAP_MAX
      delays.reset()
    }, SAMPLE_MS).unref()
    app.server.once('close', () => {
      clearInterval(timer)
      delays.disable()
    })
  })
}
