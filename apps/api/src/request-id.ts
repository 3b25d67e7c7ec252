/** The id of the request that is being worked on. It is in every line of the log about the request. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** The id that a proxy has set. Other characters could forge lines of a log. */
const GIVEN = /^[\w.-]{8,64}$/
const current = new AsyncLocalStorage<string>()

/** A phone number, which the log must not hold. */
const PHONE_NUMBER = /^\d{10,13}$/

/** @param header `X-Request-Id` of a request */
export function chooseRequestId(header: string | string[] | undefined): string {
  const isUsable =
    typeof header === 'string' && GIVEN.test(header) && !PHONE_NUMBER.test(header.replaceAll(/[_.-]/g, ''))
  return isUsable ? header : randomUUID()
}

/** Also of work that the request has started and not awaited; undefined outside of requests. */
export const currentRequestId = (): string | undefined => current.getStore()

export const withRequestId = <T>(id: string, work: () => T): T => current.run(id, work)
