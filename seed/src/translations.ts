import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoTranslation } from './shape.ts'

const FILE = join(import.meta.dirname, '../assets/translations.tsv')

/** What the demo says in other languages: a table that a translator can open. */
export const translations = (): DemoTranslation[] =>
  readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t') as DemoTranslation)
