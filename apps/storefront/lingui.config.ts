import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { createSwcExtractor } from '@lingui/native-tools'

/** English is in the code; the other languages are in src/locales. */
// oxlint-disable-next-line import/no-default-export -- Lingui reads it
export default defineConfig({
  sourceLocale: 'en',
  locales: ['hi', 'ta'],
  extractors: [createSwcExtractor()],
  format: formatter({ lineNumbers: false }),
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['src'], exclude: ['**/*.test.*'] }],
})
