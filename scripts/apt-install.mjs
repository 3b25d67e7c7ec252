import { existsSync } from 'node:fs'
import { run } from './child.mjs'

const env = { DEBIAN_FRONTEND: 'noninteractive' }

/** Whether this script runs as root on Debian or Ubuntu. Elsewhere it installs no packages. */
function mayInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** The package lists are read once, and packages installed one after the other. @type {Promise<unknown> | undefined} */
let previous

/**
 * Installs a Debian package if `mayInstall`.
 * @param {string} name
 * @returns {Promise<boolean>} whether it is installed now
 */
export async function aptInstall(name) {
  if (!mayInstall()) return false
  console.log(`Installing ${name} with apt-get …`)
  const installed = (previous ??= run('apt-get', ['update', '-qq'], { env })).then(() => aptGet(name))
  previous = installed
  return installed
}

/** @param {string} name */
async function aptGet(name) {
  // Waits for another apt-get.
  const { code, output } = await run(
    'apt-get',
    ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '-qq', name],
    { env },
  )
  if (code !== 0) console.error(output.trimEnd())
  return code === 0
}
