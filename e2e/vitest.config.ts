import { configDefaults, defineConfig } from 'vitest/config'
import { isLong } from '../scripts/depth.ts'

/** What other journeys pass through too, and rare paths: `npm run test:nightly` goes them. */
const AT_NIGHT = [
  'src/{carousels,coming-back,delivery,desk-brand.journeys,desk-house.journeys,desk-payments.journeys,desk-products.journeys,dev-tools,earlier-orders,journeys,large-text,markup,offline,payment-providers,phone,phone-forms,recovery,repeated-orders,returns.journeys,reviews}.test.ts',
  'src/**/*.nightly.test.ts',
]

// Time limits only end a test that hangs: a busy machine takes its time.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(isLong ? [] : AT_NIGHT)],
    globalSetup: 'src/global-setup.ts',
    maxWorkers: 2,
    // Each worker keeps its modules and its browser.
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
