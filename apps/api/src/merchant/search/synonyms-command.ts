/** `haat synonyms`. */
import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { addCommand, table } from '../command.ts'
import { UserError } from '../user-error.ts'
import { addSynonyms, findSynonyms, parseSynonymCsv, removeSynonyms } from './synonyms.ts'

export function registerSynonyms(program: Command): void {
  const synonyms = program
    .command('synonyms')
    .description('list and change the synonyms that the search knows')
  addCommand(synonyms, {
    name: 'list',
    description: 'list all synonyms',
    args: { '[text]': 'only those in which this text occurs' },
    run: ({ db }, _, text?: string) => findSynonyms(db, text),
    text: (rows) =>
      table(
        ['Who searches for', 'finds too', 'Added by you'],
        rows.map(({ term, meaning, own }) => [term, meaning, own ? 'yes' : '']),
      ),
  })
  addCommand(synonyms, {
    name: 'add',
    description: 'let a search for one text find another too',
    args: { '<term>': 'what customers type', '<meaning>': 'what your products are called' },
    options: { '--both': 'also the other way round' },
    help: 'Examples:\n  haat synonyms add joota shoe\n  haat synonyms add "cold drink" "soft drink" --both',
    run: async (shop, { both }, term, meaning) => ({
      term,
      meaning,
      added: await addSynonyms(shop, [{ term, meaning }], both),
    }),
    text: ({ term, meaning, added }) =>
      added > 0 ? `Who searches for ${term} finds ${meaning} too.` : 'The shop knows that already.',
  })
  addCommand(synonyms, {
    name: 'remove',
    description: 'remove one meaning of a term, or all',
    args: { '<term>': 'what customers type', '[meaning]': 'what it is no longer to find' },
    help: 'Example:\n  haat synonyms remove joota boot',
    run: (shop, _, term, meaning?: string) => removeSynonyms(shop, term, meaning),
    text: (removed) => `Removed: ${removed.map((one) => `${one.term} → ${one.meaning}`).join(', ')}.`,
  })
  addCommand(synonyms, {
    name: 'import',
    description: 'add the synonyms of a CSV file',
    args: { '<file>': 'the file, in UTF-8' },
    help: 'Each line has a term and what it finds too: joota,shoe,sneaker\n\nExample:\n  haat synonyms import synonyms.csv',
    run: async (shop, _, file) => {
      const text = await readFile(file, 'utf8').catch(() => {
        throw new UserError(`${file} cannot be read.`)
      })
      const rows = parseSynonymCsv(text)
      return { rows: rows.length, added: await addSynonyms(shop, rows) }
    },
    text: ({ rows, added }) => `Added ${added} synonyms; ${rows - added} were there already.`,
  })
}
