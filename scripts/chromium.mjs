// Finds a Chromium for the browser journeys, if possible without a user interface: that needs half the processor time.
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { run } from './child.mjs'
import { aptInstall } from './apt-install.mjs'
import { install } from './install.mjs'
import { projectNode, root } from './paths.mjs'

const playwright = join(root, 'e2e', 'node_modules', 'playwright-core')
const shell = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const otherPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * @returns {Promise<string>} the path of a Chromium that starts
 * @throws {Error} with instructions when there is none and none can be installed
 */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (await isChromium(named)) return named
    throw new Error(`CHROMIUM_PATH=${named} is not a browser that starts.`)
  }
  const shellPath = await findShell()
  if (shellPath) return shellPath
  // Playwright is one of the packages.
  await install()
  const found = (await findInstalled()) ?? (await installOne())
  if (found) return found
  throw new Error(
    'No Chromium found: install it (Debian: apt-get install chromium), or set CHROMIUM_PATH to a Chromium or Chrome.',
  )
}

/** Debian's Chromium without a user interface, which is installed if possible. */
async function findShell() {
  return (await findOnPath([shell])) ?? ((await aptInstall(shell)) ? await findOnPath([shell]) : undefined)
}

async function installOne() {
  console.log('Installing Chromium …')
  const { code } = await run(projectNode, [join(playwright, 'cli.js'), 'install', 'chromium'], {
    limit: 5 * 60_000,
  })
  if (code !== 0 && !(await aptInstall('chromium'))) return undefined
  return await findInstalled()
}

async function findInstalled() {
  return (await findOnPath(names)) ?? (await firstThatStarts([...otherPaths, playwrightChromium()]))
}

/** @param {string[]} programs */
function findOnPath(programs) {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)].filter(Boolean)
  return firstThatStarts(programs.flatMap((name) => folders.map((folder) => join(folder, name))))
}

/** @param {(string | undefined)[]} paths */
async function firstThatStarts(paths) {
  for (const path of new Set(paths)) if (path && existsSync(path) && (await isChromium(path))) return path
  return undefined
}

/** The path of Playwright's Chromium, which may not exist. */
function playwrightChromium() {
  try {
    const { chromium } = createRequire(import.meta.url)(playwright)
    return /** @type {string} */ (chromium.executablePath())
  } catch {
    return undefined
  }
}

/**
 * Whether the file is a Chromium that starts. Ubuntu's `chromium-browser` may be a script that only asks for a snap.
 * @param {string} path
 */
async function isChromium(path) {
  try {
    accessSync(path, constants.X_OK)
  } catch {
    return false
  }
  if (process.platform === 'win32') return true
  const { code, output } = await run(path, ['--version'], { limit: 30_000 })
  return code === 0 && /chrom/i.test(output)
}
