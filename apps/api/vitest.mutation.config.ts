/** The tests that Stryker runs: those of the code that it changes, on SQLite. */
import { defineConfig } from 'vitest/config'
import { project } from './vitest.config.ts'

const { test } = project('sqlite')
const include = ['src/features/{coupons,orders,payments}/*.test.ts', 'src/features/auth/password.test.ts']

export default defineConfig({ root: import.meta.dirname, test: { ...test, include } })
