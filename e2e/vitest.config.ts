import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: 'src/global-setup.ts',
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
