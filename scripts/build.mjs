import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pnpm } from './child.mjs'
import { root } from './paths.mjs'

const apps = join(root, 'apps')
/** The sources of the build. */
const sources = [
  join(apps, 'api'),
  join(apps, 'storefront'),
  join(root, 'packages', 'contract'),
  join(root, 'pnpm-lock.yaml'),
]
const outputs = [join(apps, 'api', 'dist', 'main.js'), join(apps, 'storefront', 'dist', 'index.html')]
const stampFile = join(root, 'node_modules', '.haat-built')
const notSources = new Set(['node_modules', 'dist', '.turbo', 'test', 'bench'])

/**
 * Builds server and storefront unless the last build had exactly these sources.
 * @returns {Promise<boolean>} false when it failed; the reason has been printed
 */
export async function buildShop() {
  const sourcesHash = hashOf(sources)
  if (isBuilt() && readStamp() === `${sourcesHash} ${hashOf(outputs)}`) return true
  console.log('Building the shop …')
  const began = Date.now()
  for (const name of ['api', 'storefront']) {
    const { code, output } = await pnpm(['--dir', join(apps, name), 'run', 'build'])
    if (code === 0) continue
    console.error(`${output.trimEnd()}\n\nThe shop could not be built: see the lines above.`)
    return false
  }
  writeFileSync(stampFile, `${sourcesHash} ${hashOf(outputs)}`)
  console.log(`Built in ${Math.round((Date.now() - began) / 1000)} s.`)
  return true
}

function isBuilt() {
  return outputs.every((file) => existsSync(file))
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
