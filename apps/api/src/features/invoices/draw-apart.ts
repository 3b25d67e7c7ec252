import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { PACKAGE } from '../../package-folder.ts'
import type { Paper } from './paper.ts'

/** From the sources, which lie beside a build as well. */
const WORKER = join(PACKAGE, 'src/features/invoices/draw-worker.ts')

let last: Promise<unknown> = Promise.resolve()

/**
 * Draws an invoice in a thread of its own, one after the other: fonts take long enough to keep other requests
 * waiting, and their memory is free again afterwards.
 */
export function drawApart(paper: Paper): Promise<Uint8Array> {
  const drawn = last.then(() => drawInThread(paper))
  last = drawn.catch(() => undefined)
  return drawn
}

const drawInThread = (paper: Paper): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: paper })
    worker.once('message', (bytes: Uint8Array) => resolve(bytes))
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The invoice was not drawn.')))
  })
