import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds the whole project. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The Node binary that the project pins; there after an install. */
export const projectNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)
