import { defineConfig } from 'vitest/config'

const project = (engine: 'sqlite' | 'postgres') => ({
  test: {
    name: engine,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // What only SQLite can do or suffer.
    exclude: engine === 'postgres' ? ['**/*.sqlite.test.ts'] : [],
    globalSetup: 'test/template.ts',
    env: { TEST_ENGINE: engine },
    provide: { engine },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})

export default defineConfig({ test: { projects: [project('sqlite'), project('postgres')] } })
