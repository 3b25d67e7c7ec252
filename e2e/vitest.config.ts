import { defineConfig } from 'vitest/config'

// One browser at a time: the journeys share two cores with the shop they visit.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
})
