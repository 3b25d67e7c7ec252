import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './child.mjs'
import { projectNode, root } from './paths.mjs'

const stampFile = join(root, 'node_modules', '.haat-installed')

/** @type {Promise<boolean> | undefined} */
let installed

/**
 * Installs the packages of the lockfile, unless they are installed. Needs the network the first time and after a change
 * of the lockfile.
 * @param {(line: string) => void} [print] for progress
 * @returns {Promise<boolean>} false when it failed; the reason has been printed
 */
export const install = (print = console.log) => (installed ??= installPackages(print))

/** @param {(line: string) => void} print */
async function installPackages(print) {
  const stamp = currentStamp()
  if (isInstalled(stamp)) return true
  print('Installing packages (the first time takes about a minute) …')
  const began = Date.now()
  const args = ['--yes', pinnedPnpm(), 'install', '--frozen-lockfile']
  const { code, output } = await run('npx', args, {
    env: { CI: 'true', npm_config_fetch_retry_mintimeout: '2000', npm_config_fetch_retry_maxtimeout: '8000' },
  })
  if (code !== 0 || !existsSync(projectNode)) {
    console.error(`${output.trimEnd()}\n\n${explainFailure(output)}`)
    return false
  }
  writeFileSync(stampFile, stamp)
  print(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`)
  return true
}

/** A hash of everything that decides which packages are installed. */
function currentStamp() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** @param {string} stamp */
function isInstalled(stamp) {
  if (!existsSync(projectNode) || !existsSync(join(root, 'apps', 'api', 'node_modules'))) return false
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
}

function pinnedPnpm() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager
}

/** @param {string} output */
function explainFailure(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|network|fetch failed/i.test(output))
    return 'Haat could not be installed: the package registry cannot be reached. Check the connection and try again.'
  if (/ENOSPC|no space left/i.test(output)) return 'Haat could not be installed: the disk is full.'
  if (/OUTDATED_LOCKFILE/.test(output))
    return 'Haat could not be installed: pnpm-lock.yaml does not match a package.json. Run `npx pnpm install`.'
  if (/EACCES|EROFS|EPERM|permission denied/i.test(output))
    return `Haat could not be installed: ${root} or the home folder is not writable.`
  return 'Haat could not be installed: see the lines above.'
}
