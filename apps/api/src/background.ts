import type { FastifyBaseLogger } from 'fastify'
import { unavailable } from './http/failure.ts'

const MAX_RUNNING = 1000

export type Background = ReturnType<typeof createBackground>

/** Work after the reply, so that the response time reveals nothing about it. */
export function createBackground(log: FastifyBaseLogger) {
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
    /** Starts the work once the reply is sent. A failure is logged. @throws Failure 503 when too many tasks are running */
    run(work: () => Promise<void>): void {
      if (running.size >= MAX_RUNNING) throw unavailable()
      const task = start(work)
      running.add(task)
      void task.finally(() => running.delete(task))
    },
    /** Resolves when no task is running. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
