/** Runs in a thread of its own: draws the paper it is given. */
import { parentPort, workerData } from 'node:worker_threads'
import { drawInvoice } from './draw-invoice.ts'
import type { Paper } from './paper.ts'

// The rule means windows: a thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(await drawInvoice(workerData as Paper))
