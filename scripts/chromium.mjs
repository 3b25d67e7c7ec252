// A Chromium for the browser journeys: one that is installed, else playwright's, else Debian's.
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { run } from './child.mjs'
import { aptInstall } from './machine.mjs'
import { projectNode, root } from './paths.mjs'

const playwright = join(root, 'e2e', 'node_modules', 'playwright-core')
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * @returns {Promise<string>} the path of a Chromium that starts
 * @throws {Error} with one line that says what to do, when there is none to be had.
 */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (await starts(named)) return named
    throw new Error(`CHROMIUM_PATH=${named} is not a browser that starts.`)
  }
  const found = (await firstThatStarts()) ?? (await installOne())
  if (found) return found
  throw new Error(
    'No Chromium found: install it (Debian: apt-get install chromium), or set CHROMIUM_PATH to a Chromium or Chrome.',
  )
}

async function installOne() {
  console.log('Installing Chromium …')
  const { code } = await run(projectNode, [join(playwright, 'cli.js'), 'install', 'chromium'], {
    limit: 5 * 60_000,
  })
  if (code !== 0 && !(await aptInstall('chromium'))) return undefined
  return await firstThatStarts()
}

async function firstThatStarts() {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)].filter(Boolean)
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  for (const path of new Set([...paths, ...elsewhere, playwrightsOwn()]))
    if (path && existsSync(path) && (await starts(path))) return path
  return undefined
}

/** Where playwright puts its own Chromium, whether it is there or not. */
function playwrightsOwn() {
  try {
    const { chromium } = createRequire(import.meta.url)(playwright)
    return /** @type {string} */ (chromium.executablePath())
  } catch {
    return undefined
  }
}

/**
 * A file alone proves little: Ubuntu's `chromium-browser` may be a note that asks for a snap.
 * @param {string} path
 */
async function starts(path) {
  try {
    accessSync(path, constants.X_OK)
  } catch {
    return false
  }
  if (process.platform === 'win32') return true
  const { code, output } = await run(path, ['--version'], { limit: 30_000 })
  return code === 0 && /chrom/i.test(output)
}
