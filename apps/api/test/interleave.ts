/** Runs something between any two queries of a request. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { NodePgPreparedQuery } from 'drizzle-orm/node-postgres'
import { QueryPromise } from 'drizzle-orm/query-promise'
import { inject, onTestFinished, vi } from 'vitest'

/** Called after each query of the work that runs in it. */
const queries = new AsyncLocalStorage<() => Promise<void>>()

const pause = async (): Promise<void> => queries.getStore()?.()

/** Makes every query of this test call what `afterEachQuery` has set, before its result is used. */
export function watchQueries(): void {
  if (inject('engine') === 'sqlite') {
    // oxlint-disable-next-line unbound-method -- called with its `this` below
    const { then } = QueryPromise.prototype
    vi.spyOn(QueryPromise.prototype, 'then').mockImplementation(function (
      this: QueryPromise<unknown>,
      onFulfilled,
      onRejected,
    ) {
      const paused = async (result: unknown) => {
        await pause()
        return result
      }
      return then.call(this, paused).then(onFulfilled, onRejected)
    } as typeof then)
  } else {
    // oxlint-disable-next-line unbound-method -- called with its `this` below
    const { execute } = NodePgPreparedQuery.prototype
    vi.spyOn(NodePgPreparedQuery.prototype, 'execute').mockImplementation(async function (
      this: NodePgPreparedQuery<never>,
      values,
    ) {
      const result = await execute.call(this, values)
      await pause()
      return result
    })
  }
  onTestFinished(() => void vi.restoreAllMocks())
}

/**
 * Runs `work`, and `rival` beside it from the moment when `work` has made this many queries.
 *
 * @param blockedMs how long `work` waits for a rival that may itself wait for a lock of `work`
 * @returns both results; the rival's is undefined when `work` made fewer queries
 */
export async function interleave<A, B>(
  work: () => Promise<A>,
  rival: () => Promise<B>,
  after: number,
  blockedMs: number,
): Promise<[A, B | undefined]> {
  let made = 0
  let running: Promise<B> | undefined
  const result = await queries.run(
    async () => {
      made += 1
      if (made !== after) return
      running = queries.exit(rival)
      await Promise.race([running, new Promise((next) => setTimeout(next, blockedMs))])
    },
    async () => work(),
  )
  return [result, await running]
}
