// What a check may add to the machine it runs on: Debian packages, where it is allowed to.
import { existsSync } from 'node:fs'
import { run } from './child.mjs'

/** Whether this is root on a Debian (or Ubuntu): the one place where packages may be installed unasked. */
function mayInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/**
 * Installs a Debian package when this is root on Debian.
 * @param {string} name
 * @returns {Promise<boolean>} whether it is installed now
 */
export async function aptInstall(name) {
  if (!mayInstall()) return false
  console.log(`Installing ${name} with apt-get …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  // Another apt-get may be at work: wait for it.
  const { code, output } = await run(
    'apt-get',
    ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '-qq', name],
    { env },
  )
  if (code !== 0) console.error(output.trimEnd())
  return code === 0
}
