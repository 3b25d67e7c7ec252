/** `haat synonyms`. */
import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { print, table, withShop } from '../command.ts'
import { UserError } from '../user-error.ts'
import { addSynonyms, findSynonyms, parseSynonymCsv, removeSynonyms } from './synonyms.ts'

const ADD_HELP = `
Examples:
  haat synonyms add joota shoe
  haat synonyms add "cold drink" "soft drink" --both`

const IMPORT_HELP = `
Each line has a term and what it finds too: joota,shoe,sneaker

Example:
  haat synonyms import synonyms.csv`

export function registerSynonyms(program: Command): void {
  const synonyms = program
    .command('synonyms')
    .description('list and change the synonyms that the search knows')
  synonyms
    .command('list')
    .description('list all synonyms')
    .argument('[text]', 'only those in which this text occurs')
    .option('--json', 'print JSON')
    .action(async (text: string | undefined, { json }: { json?: boolean }) => {
      print(await withShop(({ db }) => findSynonyms(db, text)), json, (rows) =>
        table(
          ['Who searches for', 'finds too', 'Added by you'],
          rows.map(({ term, meaning, own }) => [term, meaning, own ? 'yes' : '']),
        ),
      )
    })
  synonyms
    .command('add')
    .description('let a search for one text find another too')
    .argument('<term>', 'what customers type')
    .argument('<meaning>', 'what your products are called')
    .option('--both', 'also the other way round')
    .addHelpText('after', ADD_HELP)
    .action(async (term: string, meaning: string, { both }: { both?: boolean }) => {
      const added = await withShop((shop) => addSynonyms(shop, [{ term, meaning }], both))
      console.log(
        added > 0 ? `Who searches for ${term} finds ${meaning} too.` : 'The shop knows that already.',
      )
    })
  synonyms
    .command('remove')
    .description('remove one meaning of a term, or all')
    .argument('<term>', 'what customers type')
    .argument('[meaning]', 'what it is no longer to find')
    .addHelpText('after', '\nExample:\n  haat synonyms remove joota boot')
    .action(async (term: string, meaning: string | undefined) => {
      const removed = await withShop((shop) => removeSynonyms(shop, term, meaning))
      console.log(`Removed: ${removed.map((one) => `${one.term} → ${one.meaning}`).join(', ')}.`)
    })
  synonyms
    .command('import')
    .description('add the synonyms of a CSV file')
    .argument('<file>', 'the file, in UTF-8')
    .addHelpText('after', IMPORT_HELP)
    .action(async (file: string) => {
      const text = await readFile(file, 'utf8').catch(() => {
        throw new UserError(`${file} cannot be read.`)
      })
      const rows = parseSynonymCsv(text)
      const added = await withShop((shop) => addSynonyms(shop, rows))
      console.log(`Added ${added} synonyms; ${rows.length - added} were there already.`)
    })
}
