import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { childEnvironment, exitCode, launch, stopChildren, turbo } from './child.mjs'
import { onStopSignal } from './stop-signals.mjs'
import { install } from './install.mjs'
import { projectNode, root } from './paths.mjs'

/**
 * The young generation of each thread's heap may grow to three times 2 MiB. With Node's own limit it grows further and
 * stays so. The Dockerfile has the same setting.
 */
export const nodeOptions = ['--max-semi-space-size=8']

export const environment = {
  /** Saves 0.1 s at each start. */
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  /** Threads render pictures, and with an allocator arena for each of them glibc uses twice the memory. */
  MALLOC_ARENA_MAX: '1',
  /** Bytes. By itself glibc raises these after the first large picture to 32 and 64 MiB, and gives less memory back. */
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
}

/**
 * Installs and builds what is missing, then runs the API and exits with its code.
 * @param {string[]} args for the API
 */
export async function serve(args) {
  const stopListening = onStopSignal((signal) => void stop(signal))
  if (!(await install()) || !(await build())) process.exit(1)
  stopListening()

  const api = launch(
    projectNode,
    [...nodeOptions, ...stopWithParent(), join(root, 'apps', 'api', 'dist', 'main.js'), ...args],
    {
      cwd: process.cwd(),
      env: { ...environment, ...childEnvironment(), ...developerTools() },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  passOnSignals(api)
  api.once('error', (error) => {
    console.error(`The shop could not be started: ${error.message}`)
    process.exit(1)
  })
  api.once('exit', (code, signal) => process.exit(exitCode(code, signal)))
}

/**
 * Builds server and storefront, unless the last build had the same sources.
 * @returns {Promise<boolean>} false when it failed; the reason has been printed
 */
async function build() {
  const notice = setTimeout(() => console.log('Building the shop …'), 1000)
  const { code, output } = await turbo(['build'])
  clearTimeout(notice)
  if (code !== 0) console.error(`${output.trimEnd()}\n\nThe shop could not be built: see the lines above.`)
  return code === 0
}

/** @param {NodeJS.Signals} signal */
async function stop(signal) {
  await stopChildren()
  process.exit(exitCode(null, signal))
}

function developerTools() {
  return process.env.NODE_ENV === 'production' ? {} : { HAAT_DEV: process.env.HAAT_DEV ?? '1' }
}

function stopWithParent() {
  return ['--import', pathToFileURL(join(root, 'scripts', 'stop-with-parent.mjs')).href]
}

/**
 * Passes the first signal on to the API. npm repeats the terminal's Ctrl-C, so signals within a second count as one; a
 * later signal kills a shop that hangs.
 * @param {import('node:child_process').ChildProcess} api
 */
function passOnSignals(api) {
  let first = 0
  onStopSignal((signal) => {
    if (process.platform === 'win32') return
    if (first === 0) {
      first = Date.now()
      api.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    } else if (Date.now() - first > 1000) api.kill('SIGKILL')
  })
}
