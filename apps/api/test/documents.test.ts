/** The documents about safety name files that exist. */
import { existsSync, readFileSync } from 'node:fs'
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
