/** In which district a PIN code's post office is. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE } from '../../package-folder.ts'

interface Range {
  first: string
  last: string
  name: string
}

let ranges: Range[] | undefined

/** By their first codes. Read at the first question. */
const sortedRanges = (): Range[] =>
  (ranges ??= readFileSync(join(PACKAGE, 'assets/pin-districts.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const [name = '', codes = ''] = line.split(': ')
      return codes.split(' ').map((range) => {
        const [first = '', last = first] = range.split('-')
        return { first, last, name }
      })
    })
    .toSorted((a, b) => (a.first < b.first ? -1 : 1)))

/** The district, or the big city, of a PIN code; null for codes that the directory does not have. */
export function districtOf(pincode: string): string | null {
  const after = sortedRanges().findIndex(({ first }) => first > pincode)
  const range = sortedRanges().at(after < 0 ? -1 : after - 1)
  return range && range.first <= pincode && pincode <= range.last ? range.name : null
}
