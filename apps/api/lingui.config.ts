import { INDIAN_STATES } from '@haat/contract/indian-states'
import { defineConfig, type ExtractorType } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { createSwcExtractor } from '@lingui/native-tools'

/** The texts of `placeName`, which are the contract's. */
const stateNames: ExtractorType = {
  match: (file) => file.endsWith('contract/src/indian-states.ts'),
  extract(file, _code, add) {
    for (const { name } of INDIAN_STATES) add({ id: name, origin: [file, 1] })
  },
}

/** English is in the code; the other languages are in assets/locales, which say.ts reads. */
// oxlint-disable-next-line import/no-default-export -- Lingui reads it
export default defineConfig({
  sourceLocale: 'en',
  locales: ['hi', 'ta'],
  macro: { corePackage: ['#say'] },
  extractors: [stateNames, createSwcExtractor()],
  format: formatter({ lineNumbers: false }),
  catalogs: [
    {
      path: '<rootDir>/assets/locales/{locale}',
      include: ['src', '../../packages/contract/src'],
      exclude: ['**/*.test.*'],
    },
  ],
})
