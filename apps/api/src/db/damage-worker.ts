/** The module of a worker thread: looks for damage in the SQLite file that it is given. */
import { parentPort, workerData } from 'node:worker_threads'
import { checkForDamage } from './open.sqlite-files.ts'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(checkForDamage(String(workerData), Number.POSITIVE_INFINITY))
