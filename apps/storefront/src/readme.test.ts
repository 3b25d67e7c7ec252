/** The README's table of files names every file of the screens and features, and none that does not exist. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SRC = import.meta.dirname

it('README.md names the file of every part of the storefront', () => {
  const [, rest = ''] = readFileSync(join(SRC, '../../../README.md'), 'utf8').split(
    '### Which file shows what',
  )
  const [table = ''] = rest.split('\n#')
  const named = [...table.matchAll(/`([\w/-]+\.tsx?)`/g)].map(([, path = '']) => path)
  const parts = globSync('{features/*,screens}/*.{ts,tsx}', { cwd: SRC })
    .filter((file) => !/\.(test|queries)\./.test(file))
    .map((file) => file.replace('features/', ''))
  expect(parts.filter((file) => !named.includes(file))).toEqual([])
  const paths = named.flatMap((file) => [join(SRC, file), join(SRC, 'features', file)])
  expect(paths.filter((path) => existsSync(path))).toHaveLength(named.length)
})
