/**
 * The documents about safety name files that exist, and the README lists all settings. The storefront's tests check
 * names of its files: turbo runs the tests of a package again when its own files change.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')

it.each(['asvs', 'reliability', 'running-in-production', 'scaling', 'threat-model'])('docs/%s.md', (name) => {
  const text = readFileSync(join(ROOT, `docs/${name}.md`), 'utf8')
  const named = [...text.matchAll(/`((?:apps\/api|packages|src|test|bench)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  )
  const linked = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path = '']) => join('docs', path))
  const paths = named.map((path) => (/^(apps|packages)/.test(path) ? path : join('apps/api', path)))
  expect([...paths, ...linked].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

it('README.md names the files that decide', () => {
  const [, rest = ''] = readFileSync(join(ROOT, 'README.md'), 'utf8').split('### Which file decides what')
  const table = rest.split('\n#')[0]?.slice(rest.indexOf('|')) ?? ''
  const named = [...table.matchAll(/`([\w-]+(?:\/[\w./-]+|\.ts))`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(30)
  const paths = named.map((path) => join(ROOT, path.startsWith('packages/') ? '' : 'apps/api/src', path))
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

/** The variables in the README's table. */
const readmeVariables = (): string[] => {
  const [, section = ''] = readFileSync(join(ROOT, 'README.md'), 'utf8').split('## Configuration')
  const rows = section.split('\n## ')[0]?.match(/^\| `.*?\|/gm) ?? []
  return rows.flatMap((row) => Array.from(row.matchAll(/`([A-Z][A-Z_]+)`/g), ([, name = '']) => name))
}

it('README.md lists every variable of the configuration', () => {
  const environment = readFileSync(join(ROOT, 'apps/api/src/environment.ts'), 'utf8')
  const variables = [...environment.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name)
  expect(variables).toContain('PORT')
  expect(variables.toSorted()).toEqual(readmeVariables().toSorted())
})

it('docker-compose.yml passes on every variable that the image does not fix', () => {
  const fixed = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').match(/^ENV NODE_ENV.*$/m)?.[0] ?? ''
  const isFixed = (name: string) => fixed.includes(`${name}=`)
  const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')
  const [, shop = ''] = /^ {2}shop:.*\n([\s\S]*?)\n\n/m.exec(compose) ?? []
  const passed = Array.from(shop.matchAll(/^ {6}([A-Z][A-Z_]+): \$\{\1:-/gm), ([, name = '']) => name)
  const missing = readmeVariables().filter((name) => !isFixed(name) && !passed.includes(name))
  expect(missing).toEqual([])
})
