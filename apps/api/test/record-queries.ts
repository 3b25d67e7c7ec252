/** What a shop asks PostgreSQL. */
import pg from 'pg'
import { onTestFinished, vi } from 'vitest'

/** The queries of this test from now on, and in how many trips to the server they were sent. */
export function recordQueries(): { sent: string[]; trips: number } {
  const record = { sent: [] as string[], trips: 0 }
  let unanswered = 0
  // oxlint-disable-next-line unbound-method -- called with its `this` below
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...values: never[]
  ) {
    const [config] = values as unknown as [string | { text: string }]
    record.sent.push(typeof config === 'string' ? config : config.text)
    if (unanswered === 0) record.trips += 1
    unanswered += 1
    const result = (query as (...given: never[]) => Promise<unknown> | undefined).apply(this, values)
    const answered = () => {
      unanswered -= 1
    }
    // The pool's own queries have a callback instead.
    if (result) result.then(answered, answered)
    else unanswered -= 1
    return result
  } as never)
  onTestFinished(() => spy.mockRestore())
  return record
}
