import { basename, join } from 'node:path'

/** Folder of this package. The build (`dist`) is next to the sources (`src`), so it is the same from both. */
export const PACKAGE = join(import.meta.dirname, '..')

const isBuilt = !import.meta.filename.endsWith('.ts')
const program = (source: string): string =>
  isBuilt ? builtProgram(join(PACKAGE, 'dist'), source) : join(PACKAGE, 'src', source)

/** @param folder of the build */
export const builtProgram = (folder: string, source: string): string =>
  join(folder, basename(source).replace(/\.ts$/, '.js'))

/** Programs and worker threads of this package: built if the caller is built. */
export const PROGRAMS = {
  haat: program('haat.ts'),
  invoiceWorker: program('features/invoices/draw-worker.ts'),
  job: program('run-job.ts'),
}
