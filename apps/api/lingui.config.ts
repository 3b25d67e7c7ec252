import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { createSwcExtractor } from '@lingui/native-tools'

/** English is in the code; the other languages are in assets/locales, which say.ts reads. */
// oxlint-disable-next-line import/no-default-export -- Lingui reads it
export default defineConfig({
  sourceLocale: 'en',
  locales: ['hi', 'ta'],
  macro: { corePackage: ['#say'] },
  extractors: [createSwcExtractor()],
  format: formatter({ lineNumbers: false }),
  catalogs: [
    {
      path: '<rootDir>/assets/locales/{locale}',
      include: ['src', '../../packages/contract/src'],
      exclude: ['**/*.test.*'],
    },
  ],
})
