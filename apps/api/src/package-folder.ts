import { join } from 'node:path'

/** Folder of this package. The build (`dist`) lies beside the sources (`src`), so it is the same from both. */
export const PACKAGE = join(import.meta.dirname, '..')
