import { formatter } from '@lingui/format-po'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { transform } from '@lingui/native-tools'
import { basename } from 'node:path'
import type { Plugin } from 'vite'

/** A text in the code that Lingui has made of a macro; JavaScript writes it in either kind of quotes. */
const MESSAGE =
  /\/\*i18n\*\/ \{\s*id: "[^"]+",\s*message: ("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')(\s*\}|,\s*(?=values: ))/g

const textOf = (literal: string): string => {
  const inner = literal
    .slice(1, -1)
    .replaceAll(String.raw`\'`, "'")
    .replaceAll(/(?<!\\)"/g, String.raw`\"`)
  return JSON.parse(literal.startsWith('"') ? literal : `"${inner}"`) as string
}

/** A text without placeholders stays one. */
function compile(text: string): unknown {
  const message = compileMessage(text)
  return message.length === 1 && typeof message[0] === 'string' ? message[0] : message
}

/** The code with each text compiled, in place of Lingui's id: English needs no catalogue, and no compiler. */
function compiled(code: string, file: string): string {
  const result = code.replaceAll(MESSAGE, (_, literal: string, end: string) => {
    const message = JSON.stringify(compile(textOf(literal)))
    return end.startsWith(',') ? `${message}, { ` : message
  })
  if (result.includes('/*i18n*/')) throw new Error(`${file} has a text with a context or an id.`)
  return result
}

/** A catalogue by `keyOf` the English texts. */
async function catalogue(po: string, filename: string): Promise<string> {
  const found = await formatter().parse(po, { locale: undefined, sourceLocale: 'en', filename })
  const rows = Object.values(found ?? {}).flatMap(({ message = '', translation = '' }) =>
    translation === '' ? [] : [[keyOf(compile(message)), compile(translation)]],
  )
  return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(rows)))})`
}

const keyOf = (message: unknown): string => (typeof message === 'string' ? message : JSON.stringify(message))

/** Compiles texts in several languages: Lingui's macros, and the catalogues of src/locales. */
export const messages = (): Plugin => ({
  name: 'haat:messages',
  enforce: 'pre',
  transform: {
    filter: { id: /\.(tsx?|po)$/, code: /@lingui\/core\/macro|^msgid/m },
    async handler(code, id) {
      if (id.endsWith('.po')) return { code: await catalogue(code, id), map: null, moduleType: 'js' }
      const made = await transform(code, basename(id), {
        macro: { descriptorFields: 'message', runtimeModules: { i18n: ['#i18n', 'i18n'] } },
      })
      return { code: compiled(made.code, id), map: made.map }
    },
  },
})
