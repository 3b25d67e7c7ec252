/** Reports a measurement, which `npm test` prints at the end of the run. */
import type { TestContext } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    figure?: string
  }
}

export function report({ task }: Pick<TestContext, 'task'>, figure: string): void {
  task.meta.figure = figure
}
