// Changes the code of prices and amounts in small ways; the tests must notice each: `npm run test:mutation`.
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'packages/contract/vitest.config.ts', dir: 'packages/contract', related: false },
  mutate: ['packages/contract/src/{money,pricing,rules}.ts'],
  coverageAnalysis: 'perTest',
  reporters: ['clear-text'],
  // Stryker would rewrite tsconfig.json with a part of TypeScript that version 7 does not have.
  tsconfigFile: 'none.json',
  ignorePatterns: ['apps', 'docs', 'e2e', 'seed', 'data', '**/.turbo', '**/dist'],
}
