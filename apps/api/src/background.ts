import type { FastifyBaseLogger } from 'fastify'
import { unavailable } from './http/failure.ts'

const MAX_RUNNING = 1000

/** Work that goes on after the reply, so that the time to the reply tells the caller nothing about it. */
export interface Background {
  /** Starts the work once the reply is out. A failure is logged. @throws Failure 503 when too much is going on */
  run(work: () => Promise<void>): void
  /** Resolves when nothing is going on. */
  idle(): Promise<void>
}

export function createBackground(log: FastifyBaseLogger): Background {
  const running = new Set<Promise<void>>()
  const start = async (work: () => Promise<void>): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve))
    try {
      await work()
    } catch (error) {
      log.error({ err: error }, 'background work failed')
    }
  }
  return {
    run(work) {
      if (running.size >= MAX_RUNNING) throw unavailable()
      const task = start(work)
      running.add(task)
      void task.finally(() => running.delete(task))
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
