/** What a merchant can do with the synonyms that the search knows. */
import type { Staff } from '@haat/contract/staff/index'
import { stringify } from 'csv-stringify/sync'
import { listSynonyms } from '../../features/search/synonyms.ts'
import type { ActTable } from '../act-table.ts'
import { parseSynonymCsv, setSynonyms } from './synonyms.ts'

export const synonymActs: ActTable<Staff['synonyms']> = {
  async get({ db }) {
    const rows = (await listSynonyms(db)).map(({ term, meaning }) => [term, meaning])
    return { name: 'synonyms.csv', content: [stringify([['term', 'meaning'], ...rows])] }
  },
  set: (shop, { csv, yes }) => setSynonyms(shop, parseSynonymCsv(csv), yes),
}
