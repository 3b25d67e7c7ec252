import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pnpm } from './child.mjs'
import { root } from './paths.mjs'

const storefront = join(root, 'apps', 'storefront')
const page = join(storefront, 'dist', 'index.html')
const stampFile = join(storefront, 'node_modules', '.haat-built')
const sources = [storefront, join(root, 'packages', 'contract'), join(root, 'pnpm-lock.yaml')]
const notSources = new Set(['node_modules', 'dist', '.turbo'])

/**
 * Builds the storefront unless its newest build was made from exactly these sources.
 * @returns {Promise<boolean>} false when it failed; the reason has been printed.
 */
export async function buildStorefront() {
  const wanted = hashOf(sources)
  if (existsSync(page) && readStamp() === `${wanted} ${hashOf([page])}`) return true
  console.log('Building the storefront …')
  const began = Date.now()
  const { code, output } = await pnpm(['--dir', storefront, 'run', 'build'])
  if (code !== 0 || !existsSync(page)) {
    console.error(`${output.trimEnd()}\n\nThe storefront could not be built: see the lines above.`)
    return false
  }
  writeFileSync(stampFile, `${wanted} ${hashOf([page])}`)
  console.log(`Built in ${Math.round((Date.now() - began) / 1000)} s.`)
  return true
}

function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
}

/** @param {string[]} paths */
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) addTo(hash, path)
  return hash.digest('hex')
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} path
 */
function addTo(hash, path) {
  const entries = readFolder(path)
  if (!entries) return void hash.update(path).update(readFileSync(path))
  for (const name of entries.sort()) if (!notSources.has(name)) addTo(hash, join(path, name))
}

/** @param {string} path */
function readFolder(path) {
  try {
    return readdirSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined
    throw error
  }
}
