import { defineConfig } from 'vitest/config'
import { byDepth } from '../../scripts/depth.ts'

// A hundred thousand random carts take a few seconds; a busy machine takes its time.
export default defineConfig({ test: { testTimeout: byDepth(60_000, 600_000) } })
