/** The id of the request that is being worked on. It is in every line of the log about the request. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** The id that a proxy has set. Other characters could forge lines of a log. */
const GIVEN = /^[\w.-]{8,64}$/
const current = new AsyncLocalStorage<string>()

/** @param header `X-Request-Id` of a request */
export function chooseRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && GIVEN.test(header) ? header : randomUUID()
}

/** Also of work that the request has started and not awaited; undefined outside of requests. */
export const currentRequestId = (): string | undefined => current.getStore()

export const withRequestId = <T>(id: string, work: () => T): T => current.run(id, work)
