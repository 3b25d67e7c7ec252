/** `haat synonyms`. */
import type { Command } from 'commander'
import { stringify } from 'csv-stringify/sync'
import { listSynonyms } from '../../features/search/synonyms.ts'
import { readTextFile } from '../../merchant/arguments.ts'
import { addCommand } from '../../merchant/command.ts'
import { parseSynonymCsv, setSynonyms } from './synonyms.ts'

export function registerSynonyms(program: Command): void {
  const synonyms = program
    .command('synonyms')
    .description('print and change the synonyms that the search knows')
  addCommand(synonyms, {
    name: 'get',
    description: 'print all synonyms as CSV: what customers type, and what it finds too',
    help: 'Example:\n  haat synonyms get > synonyms.csv',
    run: ({ db }) => listSynonyms(db),
    text: (all) =>
      stringify([['term', 'meaning'], ...all.map(({ term, meaning }) => [term, meaning])]).trimEnd(),
  })
  addCommand(synonyms, {
    name: 'set',
    description: 'make the synonyms of a CSV file those of the shop',
    args: { '<file>': 'the file, in UTF-8; - reads the standard input' },
    options: { '--yes': 'also remove the synonyms that the file leaves out' },
    help: 'Each line has a term and what it finds too: joota,shoe,sneaker\n\nExample:\n  haat synonyms get > synonyms.csv   # add and delete lines, then:\n  haat synonyms set synonyms.csv --yes',
    run: async (shop, { yes = false }, file) =>
      setSynonyms(shop, parseSynonymCsv(await readTextFile(file)), yes),
    text: ({ added, removed }) => `Added ${added} and removed ${removed} synonyms.`,
  })
}
