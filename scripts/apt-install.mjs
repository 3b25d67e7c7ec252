import { existsSync } from 'node:fs'
import { run } from './child.mjs'

/** Whether this script runs as root on Debian or Ubuntu. Elsewhere it installs no packages. */
function mayInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/**
 * Installs a Debian package if `mayInstall`.
 * @param {string} name
 * @returns {Promise<boolean>} whether it is installed now
 */
export async function aptInstall(name) {
  if (!mayInstall()) return false
  console.log(`Installing ${name} with apt-get …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  // Waits for another apt-get.
  const { code, output } = await run(
    'apt-get',
    ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '-qq', name],
    { env },
  )
  if (code !== 0) console.error(output.trimEnd())
  return code === 0
}
