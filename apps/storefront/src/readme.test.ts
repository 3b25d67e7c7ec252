/**
 * The README's table of files names every file of the screens and features, and none that does not exist. All documents
 * name files of the storefront that exist.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SRC = import.meta.dirname
const ROOT = join(SRC, '../../..')

it('README.md names the file of every part of the storefront', () => {
  const [, rest = ''] = readFileSync(join(ROOT, 'README.md'), 'utf8').split('### Which file shows what')
  const [table = ''] = rest.split('\n#')
  const named = [...table.matchAll(/`([\w/-]+\.tsx?)`/g)].map(([, path = '']) => path)
  const parts = globSync('{features/*,screens}/*.{ts,tsx}', { cwd: SRC })
    .filter((file) => !/\.(test|queries)\./.test(file))
    .map((file) => file.replace('features/', ''))
  expect(parts.filter((file) => !named.includes(file))).toEqual([])
  const paths = named.flatMap((file) => [join(SRC, file), join(SRC, 'features', file)])
  expect(paths.filter((path) => existsSync(path))).toHaveLength(named.length)
})

it('documents name files of the storefront that exist', () => {
  const text = globSync('docs/**/*.md', { cwd: ROOT })
    .map((document) => readFileSync(join(ROOT, document), 'utf8'))
    .join('\n')
  const named = [...text.matchAll(/`(apps\/storefront\/[\w./-]+)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})
