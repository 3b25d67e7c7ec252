/** Seeds the demo shop once, for the tests of all screens to copy. */
import { rmSync } from 'node:fs'
import { type PreparedDemo, prepareDemo } from '@haat/api/demo'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    demo: PreparedDemo
  }
}

export async function setup(project: TestProject): Promise<() => void> {
  const demo = await prepareDemo()
  project.provide('demo', demo)
  return () => rmSync(demo.dataDir, { recursive: true, force: true })
}
