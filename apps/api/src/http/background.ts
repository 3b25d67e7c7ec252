import type { FastifyInstance } from 'fastify'
import { unavailable } from './failure.ts'

const AT_ONCE_MAX = 1000

/** Work that goes on after the reply, whose length must tell the caller nothing. */
export interface Background {
  /** Starts the work once the reply is out. A failure is logged. @throws Failure 503 when there is too much */
  run(work: () => Promise<void>): void
  /** Resolves when nothing is going on. */
  idle(): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    background: Background
  }
}

/** Closing the server waits for what is going on. */
export function registerBackground(app: FastifyInstance): void {
  const running = new Set<Promise<void>>()
  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running)
  }
  const start = async (work: () => Promise<void>): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve))
    try {
      await work()
    } catch (error) {
      app.log.error({ err: error }, 'background work failed')
    }
  }
  app.decorate('background', {
    run(work) {
      if (running.size >= AT_ONCE_MAX) throw unavailable()
      const task = start(work)
      running.add(task)
      void task.finally(() => running.delete(task))
    },
    idle,
  })
  app.addHook('onClose', idle)
}
