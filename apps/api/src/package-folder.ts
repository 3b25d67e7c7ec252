import { basename, join } from 'node:path'

/** Folder of this package. The build (`dist`) is next to the sources (`src`), so it is the same from both. */
export const PACKAGE = join(import.meta.dirname, '..')

/** A program or worker thread of this package: built if the caller is built. */
const program = (source: string): string =>
  import.meta.filename.endsWith('.ts')
    ? join(PACKAGE, 'src', source)
    : join(PACKAGE, 'dist', basename(source).replace(/\.ts$/, '.js'))

export const HAAT = program('haat.ts')
export const INVOICE_WORKER = program('features/invoices/draw-worker.ts')
export const JOB = program('run-job.ts')
