// `pnpm dev`: API and storefront with hot reload and QA tools.
import { join, resolve } from 'node:path'
import { childEnvironment, exitCode, launch, signalGroup } from './child.mjs'
import { onStopSignal } from './stop-signals.mjs'
import { install } from './install.mjs'
import { projectNode, root } from './paths.mjs'

if (!(await install())) process.exit(1)

// Turbo runs each side in its own folder; the data folder is relative to this one.
const env = { ...childEnvironment(), HAAT_DEV: '1', DATA_DIR: resolve(process.env.DATA_DIR ?? 'data') }
const turbo = launch(projectNode, [join(root, 'node_modules', 'turbo', 'bin', 'turbo'), 'run', 'dev'], {
  env,
  stdio: ['ignore', 'inherit', 'inherit'],
})
onStopSignal(() => signalGroup(turbo, 'SIGTERM'))
turbo.once('exit', (code, signal) => process.exit(exitCode(code, signal)))
