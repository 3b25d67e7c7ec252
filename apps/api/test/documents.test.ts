/** The documents about safety name files that exist, and the README names all files and settings it promises. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')

it.each(['asvs', 'reliability', 'running-in-production', 'threat-model'])('docs/%s.md', (name) => {
  const text = readFileSync(join(ROOT, `docs/${name}.md`), 'utf8')
  const named = [...text.matchAll(/`((?:apps|packages|src|test|bench)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  )
  const linked = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path = '']) => join('docs', path))
  const paths = named.map((path) => (/^(apps|packages)/.test(path) ? path : join('apps/api', path)))
  expect([...paths, ...linked].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

const README = readFileSync(join(ROOT, 'README.md'), 'utf8')
const sectionOf = (heading: string): string =>
  README.split(/^#+ /m).find((text) => text.startsWith(heading)) ?? ''

it('README.md names the file of every part of the storefront, and no other', () => {
  const named = [...sectionOf('Which file shows what').matchAll(/`([\w-]+\/[\w.-]+\.tsx?)`/g)].map(
    ([, path = '']) => path,
  )
  const src = join(ROOT, 'apps/storefront/src')
  const parts = globSync('{features/*,screens}/*.{ts,tsx}', { cwd: src })
    .filter((file) => !/\.(test|queries)\./.test(file))
    .map((file) => file.replace('features/', ''))
  expect(parts.filter((file) => !named.includes(file))).toEqual([])
  expect(
    named.filter((file) => !existsSync(join(src, file)) && !existsSync(join(src, 'features', file))),
  ).toEqual([])
})

it('README.md lists every variable of the configuration', () => {
  const config = readFileSync(join(ROOT, 'apps/api/src/config.ts'), 'utf8')
  const variables = [...config.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name)
  expect(variables).toContain('PORT')
  expect(variables.filter((name) => !sectionOf('Configuration').includes(`\`${name}\``))).toEqual([])
})
