// `pnpm dev`: API and storefront with hot reload on both sides, the developer tools switched on.
import { join, resolve } from 'node:path'
import { childEnvironment, exitCode, launch, signalGroup } from './child.mjs'
import { onEnding } from './ending.mjs'
import { install } from './install.mjs'
import { projectNode, root } from './paths.mjs'

if (!(await install())) process.exit(1)

// Turbo starts each side in its own folder; the data folder is meant from here.
const env = { ...childEnvironment(), HAAT_DEV: '1', DATA_DIR: resolve(process.env.DATA_DIR ?? 'data') }
const turbo = launch(projectNode, [join(root, 'node_modules', 'turbo', 'bin', 'turbo'), 'run', 'dev'], {
  env,
  stdio: ['ignore', 'inherit', 'inherit'],
})
onEnding(() => signalGroup(turbo, 'SIGTERM'))
turbo.once('exit', (code, signal) => process.exit(exitCode(code, signal)))
