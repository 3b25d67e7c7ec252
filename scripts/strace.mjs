// Finds an strace, with which tests make writes to the disk fail.
import { existsSync } from 'node:fs'
import { aptInstall } from './apt-install.mjs'
import { run } from './child.mjs'

const PATH = '/usr/bin/strace'

/** @returns {Promise<string | undefined>} the path of an strace that may trace processes here */
export async function findStrace() {
  if (process.platform !== 'linux') return undefined
  if (!existsSync(PATH)) await aptInstall('strace')
  if (!existsSync(PATH)) return undefined
  const { code } = await run(PATH, ['-o', '/dev/null', 'true'], { limit: 30_000 })
  return code === 0 ? PATH : undefined
}
