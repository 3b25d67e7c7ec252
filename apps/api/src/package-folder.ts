import { join } from 'node:path'

/** Folder of this package. The build (`dist`) is next to the sources (`src`), so it is the same from both. */
export const PACKAGE = join(import.meta.dirname, '..')

/** The `haat` command: built if the caller is built. */
export const HAAT = import.meta.filename.endsWith('.ts')
  ? join(PACKAGE, 'src/haat.ts')
  : join(PACKAGE, 'dist/haat.js')
