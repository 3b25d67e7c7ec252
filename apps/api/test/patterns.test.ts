/**
 * No caller can make a regular expression slow: a detector checks those of contract and server. Patterns for the
 * merchant's own input are excluded: environment, command line and catalogue files.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSync } from 'recheck'
import { parseSync } from 'rolldown/utils'
import { expect, it } from 'vitest'
import { isLong } from '../../../scripts/depth.ts'

const ROOTS = [
  join(import.meta.dirname, '../src'),
  join(import.meta.dirname, '../../../packages/contract/src'),
]
const MERCHANT_INPUT =
  /\.test\.ts$|^merchant\/|^acts\/cells\/|^(config|environment|data-folder|secrets)\.ts$|^adapters\/s3-location\.ts$/
/** No limit of time: on a busy machine the detector would stop before it knows. */
const UNLIMITED = { timeout: null, seedingTimeout: null, incubationTimeout: null, attackTimeout: null }
process.env['RECHECK_SYNC_BACKEND'] = 'pure'

interface Pattern {
  file: string
  source: string
  flags: string
}

/** All regular expression literals below a node of a syntax tree. */
function literals(node: unknown): { pattern: string; flags: string }[] {
  if (typeof node !== 'object' || node === null) return []
  const own = 'regex' in node ? [node.regex as { pattern: string; flags: string }] : []
  return [...own, ...Object.values(node).flatMap(literals)]
}

const patterns: Pattern[] = ROOTS.flatMap((root) =>
  globSync('**/*.ts', { cwd: root })
    .filter((file) => !MERCHANT_INPUT.test(file))
    .flatMap((file) =>
      literals(parseSync(file, readFileSync(join(root, file), 'utf8')).program).map(({ pattern, flags }) => ({
        file,
        source: pattern,
        flags,
      })),
    ),
)

/** Patterns that were judged safe before, as they are written: `npm run test:nightly` judges them again. */
const JUDGED = new Set<string>(
  isLong ? [] : JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures/safe-patterns.json'), 'utf8')),
)

const judge = ({ source, flags }: Omit<Pattern, 'file'>) =>
  checkSync(source, flags, { ...UNLIMITED, randomSeed: 1 }).status

it('finds patterns, and detects a slow one', () => {
  expect(patterns.length).toBeGreaterThan(40)
  expect(judge({ source: '^(a+)+$', flags: '' })).toBe('vulnerable')
  expect(judge({ source: '\\s+$', flags: '' })).toBe('vulnerable')
})

it('finds no pattern that a caller can make slow', { timeout: 1_800_000 }, () => {
  const slow = patterns
    .filter(({ source, flags }) => !JUDGED.has(`/${source}/${flags}`))
    .map((pattern) => `${judge(pattern)}: ${pattern.file} /${pattern.source}/${pattern.flags}`)
    .filter((verdict) => !verdict.startsWith('safe'))
  expect(slow).toEqual([])
})

it('finds no pattern that is built at run time', () => {
  const made = ROOTS.flatMap((root) =>
    globSync('**/*.ts', { cwd: root })
      .filter((file) => !MERCHANT_INPUT.test(file))
      .filter((file) => /\bRegExp\(/.test(readFileSync(join(root, file), 'utf8'))),
  )
  expect(made).toEqual([])
})
