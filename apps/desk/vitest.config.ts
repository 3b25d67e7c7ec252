import { mergeConfig } from 'vitest/config'
import vite from './vite.config.ts'

export default mergeConfig(vite, {
  test: {
    // Only ends a test that hangs: a busy machine takes its time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // Modules are loaded once per worker: the desk and the API take three seconds, most files' tests less.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'plain', include: ['src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['src/**/*.test.tsx'],
          environment: './test/jsdom-and-node.ts',
          globalSetup: './test/prepared-demo.ts',
        },
      },
    ],
  },
})
