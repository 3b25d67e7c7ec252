import { join, resolve } from 'node:path'
import { childEnvironment, exitCode, launch } from './child.mjs'
import { install } from './install.mjs'
import { projectNode, root } from './paths.mjs'
import { onStopSignal } from './stop-signals.mjs'

/**
 * A small young generation, and a collection whenever the old one is 2.5 times what lived through the last: a large
 * import then needs 150 MB less, and hardly more time.
 */
const NODE_OPTIONS = ['--max-semi-space-size=8', '--heap-growing-percent=150']

/** Node's compile cache, which saves 0.4 s of each command. */
const compiled = join(root, 'node_modules', '.cache', 'haat')

/**
 * Installs what is missing, runs a command of the shop in the caller's folder, and exits with its code. Without
 * DATA_DIR the shop is the one that `npm start` serves, wherever the caller is.
 * @param {string[]} args
 */
export async function runHaat(args) {
  // Standard output belongs to the command.
  if (!(await install(console.error))) process.exit(1)
  const command = launch(
    projectNode,
    [...NODE_OPTIONS, join(root, 'apps', 'api', 'src', 'haat.ts'), ...args],
    {
      cwd: callersFolder(),
      env: {
        NODE_COMPILE_CACHE: compiled,
        ...childEnvironment(),
        DATA_DIR: process.env.DATA_DIR || join(root, 'data'),
      },
      stdio: 'inherit',
      // A command that asks questions must stay in the foreground of the terminal.
      detached: false,
    },
  )
  // The terminal sends Ctrl-C to the command too.
  onStopSignal((signal) => void command.kill(signal))
  command.once('error', (error) => {
    console.error(`haat could not be started: ${error.message}`)
    process.exit(1)
  })
  command.once('exit', (code, signal) => process.exit(exitCode(code, signal)))
}

/** `pnpm haat` changes to the project's folder; the files that the caller names are in INIT_CWD. */
function callersFolder() {
  const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env
  return script === 'haat' && folder && process.cwd() === resolve(root) ? folder : process.cwd()
}
