/** The tests that Stryker runs for each change: those named after the code that it changes, on SQLite. */
import { defineConfig } from 'vitest/config'
import { project } from './vitest.config.ts'

const { test } = project('sqlite')
const include = [
  'src/features/coupons/coupons.test.ts',
  'src/features/orders/{move-order,orders,transition}.test.ts',
  'src/features/payments/payments.test.ts',
  'src/features/auth/password.test.ts',
]

export default defineConfig({ root: import.meta.dirname, test: { ...test, include } })
