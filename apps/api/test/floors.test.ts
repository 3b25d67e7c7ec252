/**
 * Minimum versions of libraries whose older ones have published vulnerabilities that affect this shop. `npm test` asks
 * the package registry for all of them (the step `audit`), but not every registry answers, and no maintained package
 * carries the advisories offline: these few must hold in any case.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const here = createRequire(import.meta.url)

/** The installed version of a library, resolved from the package that requires it. */
function versionOf(name: string, from: NodeJS.Require): number[] {
  for (let folder = dirname(from.resolve(name)); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
        string,
        string
      >
      if (manifest['name'] === name) return manifest['version']!.split('.').map(Number)
    } catch {
      // The manifest is in a parent folder.
    }
  }
  throw new Error(`${name} is not installed`)
}

const isAtLeast = (version: number[], floor: number[]): boolean => {
  const at = floor.findIndex((part, index) => version[index] !== part)
  return at === -1 || version[at]! > floor[at]!
}

it.each([
  ['fastify', [5, 8, 5], 'CVE-2026-33806, CVE-2026-25223, CVE-2025-32442, CVE-2026-3635', here],
  ['@fastify/static', [9, 1, 1], 'CVE-2026-6414', here],
  ['drizzle-orm', [0, 45, 2], 'CVE-2026-39356', here],
  ['nodemailer', [7, 0, 11], 'CVE-2025-14874 and the domain confusion before 7.0.7', here],
  ['fast-jwt', [6, 1, 1], 'CVE-2026-35042, CVE-2026-35039', createRequire(here.resolve('@fastify/jwt'))],
] as const)('%s is newer than %j: %s', (name, floor, _flaws, from) => {
  const version = versionOf(name, from)
  expect([version, isAtLeast(version, [...floor])]).toEqual([version, true])
})
