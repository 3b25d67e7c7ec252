/**
 * Conditions on texts that ignore case. `lower()` knows only ASCII letters on both engines: here each letter becomes the set of its cases, which both engines compare alike.
 */
import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Reader } from './database.ts'

/** Whether the text is part of the column, in any case. */
export const contains = (reader: Reader, column: Column | SQL, text: string): SQL =>
  matches(reader, column, text, '*')

export const equalsInAnyCase = (reader: Reader, column: Column | SQL, text: string): SQL =>
  matches(reader, column, text, '')

function matches(reader: Reader, column: Column | SQL, text: string, around: '*' | ''): SQL {
  const letters = [...text.replaceAll('\0', '')]
  if (reader.engine === 'sqlite') {
    const pattern = letters.map((letter) => inAnyCase(letter) ?? letter.replace(/[*?[]/, '[$&]')).join('')
    return sql`${column} glob ${around + pattern + around}`
  }
  const pattern = letters.map((letter) => inAnyCase(letter) ?? letter.replace(/[^\p{L}\p{N}\s]/u, '\\$&'))
  const [start, end] = around === '*' ? ['', ''] : ['^', '$']
  return sql`${column} ~ ${start + pattern.join('') + end}`
}

/** `[éÉ]` for a letter that has cases, else null. */
function inAnyCase(letter: string): string | null {
  const cases = new Set([letter, letter.toLowerCase(), letter.toUpperCase()])
  const single = [...cases].filter((one) => [...one].length === 1)
  return single.length > 1 ? `[${single.join('')}]` : null
}
