import { INDIAN_STATES } from '@haat/contract/indian-states'
import { defineConfig, type ExtractorType } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { createSwcExtractor } from '@lingui/native-tools'

/** The texts of `stateName`, which are the contract's. */
const stateNames: ExtractorType = {
  match: (file) => file.endsWith('lib/state-names.ts'),
  extract(file, _code, add) {
    for (const { name } of INDIAN_STATES)
      add({ id: generateMessageId(name), message: name, origin: [file, 1] })
  },
}

/** English is in the code; the other languages are in src/locales. */
// oxlint-disable-next-line import/no-default-export -- Lingui reads it
export default defineConfig({
  sourceLocale: 'en',
  locales: ['hi', 'ta'],
  extractors: [stateNames, createSwcExtractor()],
  format: formatter({ lineNumbers: false }),
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['src'], exclude: ['**/*.test.*'] }],
})
