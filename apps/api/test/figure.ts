/** What a test measured: `npm test` prints it when the run is over. */
import type { TestContext } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    figure?: string
  }
}

export function report({ task }: Pick<TestContext, 'task'>, figure: string): void {
  task.meta.figure = figure
}
