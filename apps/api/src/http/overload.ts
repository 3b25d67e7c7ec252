/**
 * Refuses calls of the API that the server cannot answer in good time, with 503, instead of keeping them in memory.
 * Pictures have a queue of their own; health checks and files of the storefront are always served.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { overloaded } from './failure.ts'

/** Calls that are worked on at the same time: as many as may wait for the database. A body on its way does not count. */
const CALLS_MAX = 256
const SAMPLE_MS = 1000
const DELAY_MAX_MS = 1000
/** Share of the heap that V8 may use. The memory of the process is no measure: it does not shrink after a peak. */
const HEAP_MAX = 0.9
/** One slow sample may be a single long task, such as a backup. */
const SAMPLES = 2

interface Sample {
  /** How late the event loop runs its timers, in ms, on average. */
  delayMs: number
  /** Share of the heap in use, from 0 to 1. */
  heap: number
}

/** Whether the last samples all were too high. */
export class Pressure {
  #high = 0

  get isHigh(): boolean {
    return this.#high >= SAMPLES
  }

  add({ delayMs, heap }: Sample): void {
    this.#high = delayMs > DELAY_MAX_MS || heap > HEAP_MAX ? this.#high + 1 : 0
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    pressure: Pressure
  }
}

/** Must come before the routes that it protects. */
export function refuseOverload(app: FastifyInstance, callsMax = CALLS_MAX): void {
  const working = new Set<FastifyRequest>()
  const pressure = new Pressure()
  app.decorate('pressure', pressure)
  samplePressure(app, pressure)
  const isCall = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url?.startsWith('/api/') === true
  const isFull = (): boolean => pressure.isHigh || working.size >= callsMax
  // Before the caller is identified and the body is read …
  app.addHook('onRequest', (request, _reply, done) => {
    if (isFull() && isCall(request)) done(overloaded())
    else done()
  })
  // … and once the body is here.
  app.addHook('preValidation', (request, _reply, done) => {
    if (!isCall(request)) {
      done()
      return
    }
    if (isFull()) {
      done(overloaded())
      return
    }
    working.add(request)
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    working.delete(request)
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    working.delete(request)
    done()
  })
}

/** Samples while the server listens. */
function samplePressure(app: FastifyInstance, pressure: Pressure): void {
  app.addHook('onListen', async () => {
    const delays = monitorEventLoopDelay()
    delays.enable()
    const timer = setInterval(() => pressure.add(takeSample(delays)), SAMPLE_MS).unref()
    app.server.once('close', () => {
      clearInterval(timer)
      delays.disable()
    })
  })
}

function takeSample(delays: ReturnType<typeof monitorEventLoopDelay>): Sample {
  const { heap_size_limit, used_heap_size } = getHeapStatistics()
  const delayMs = delays.mean / 1e6
  delays.reset()
  return { delayMs, heap: used_heap_size / heap_size_limit }
}
