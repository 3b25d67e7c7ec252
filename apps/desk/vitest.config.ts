import { mergeConfig } from 'vitest/config'
import vite from './vite.config.ts'

export default mergeConfig(vite, {
  test: {
    // Only ends a test that hangs: a busy machine takes its time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    environment: './test/jsdom-and-node.ts',
    globalSetup: './test/prepared-demo.ts',
    include: ['src/**/*.test.{ts,tsx}'],
  },
})
