import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildShop } from './build.mjs'
import { childEnvironment, exitCode, launch, stopChildren } from './child.mjs'
import { onEnding } from './ending.mjs'
import { install } from './install.mjs'
import { projectNode, root } from './paths.mjs'

/** Where Node keeps the API's code ready to run: a fifth of a second at each start. */
const compiled = join(root, 'node_modules', '.cache', 'compiled')

/** Pictures are rendered in threads; with an allocator arena for each, glibc keeps twice the memory. */
const frugal = { MALLOC_ARENA_MAX: '1' }

/**
 * Installs and builds what is missing, then runs the API and ends with its exit code.
 * @param {string[]} args handed on to the API
 */
export async function serve(args) {
  const stopListening = onEnding((signal) => void giveUp(signal))
  if (!(await install()) || !(await buildShop())) process.exit(1)
  stopListening()

  const api = launch(projectNode, [...tie(), join(root, 'apps', 'api', 'dist', 'main.js'), ...args], {
    cwd: process.cwd(),
    env: { ...frugal, NODE_COMPILE_CACHE: compiled, ...childEnvironment(), ...developerTools() },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  passOnSignals(api)
  api.once('error', (error) => {
    console.error(`The shop could not be started: ${error.message}`)
    process.exit(1)
  })
  api.once('exit', (code, signal) => process.exit(exitCode(code, signal)))
}

/** @param {NodeJS.Signals} signal */
async function giveUp(signal) {
  await stopChildren()
  process.exit(exitCode(null, signal))
}

function developerTools() {
  return process.env.NODE_ENV === 'production' ? {} : { HAAT_DEV: process.env.HAAT_DEV ?? '1' }
}

function tie() {
  return ['--import', pathToFileURL(join(root, 'scripts', 'tied.mjs')).href]
}

/**
 * npm repeats the terminal's Ctrl-C, so what comes within a second of the first counts as the same one;
 * a later one ends a shop that hangs.
 * @param {import('node:child_process').ChildProcess} api
 */
function passOnSignals(api) {
  let first = 0
  onEnding((signal) => {
    if (process.platform === 'win32') return
    if (first === 0) {
      first = Date.now()
      api.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    } else if (Date.now() - first > 1000) api.kill('SIGKILL')
  })
}
