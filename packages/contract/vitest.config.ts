import { defineConfig } from 'vitest/config'

// A hundred thousand random carts take a few seconds.
export default defineConfig({ test: { testTimeout: 60_000 } })
