import { mergeConfig } from 'vitest/config'
import vite from './vite.config.ts'

export default mergeConfig(vite, {
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
