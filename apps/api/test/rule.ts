/** Tests of rules, whose statements other tests send to PostgreSQL at every commit: there, these run at night alone. */
import { inject, it } from 'vitest'
import { isLong } from '../../../scripts/depth.ts'

/** Adds no test. */
const none = Object.assign(() => undefined, { each: () => () => undefined }) as unknown as typeof it
// Asked anew for each test: a worker keeps its modules.
const chosen = (): typeof it => (isLong || inject('engine') === 'sqlite' ? it : none)

/** As `it`. */
export const rule = Object.assign(
  (title: string, run: () => Promise<unknown> | void) => chosen()(title, run as () => Promise<void>),
  { each: ((cases: readonly unknown[]) => chosen().each(cases)) as typeof it.each },
)
