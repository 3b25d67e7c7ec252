// Changes the code of coupons, stock, order status, passwords and payments in small ways; the tests must notice each:
// `npm run test:mutation`.
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'apps/api/vitest.mutation.config.ts', dir: 'apps/api', related: false },
  mutate: [
    'apps/api/src/features/coupons/quote.ts',
    'apps/api/src/features/orders/{stock.store,transition}.ts',
    'apps/api/src/features/auth/password.ts',
    'apps/api/src/features/payments/payments.ts',
  ],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  reporters: ['clear-text'],
  // Stryker would rewrite tsconfig.json with a part of TypeScript that version 7 does not have.
  tsconfigFile: 'none.json',
  ignorePatterns: ['apps/storefront', 'docs', 'e2e', 'data', '**/.turbo', '**/dist'],
}
