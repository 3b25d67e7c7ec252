/** Entry of a worker thread: draws the invoice it is given. */
import { parentPort, workerData } from 'node:worker_threads'
import { drawInvoice } from './draw-invoice.ts'
import type { Invoice } from './invoices.ts'

// The rule is about windows: a thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(await drawInvoice(workerData as Invoice))
