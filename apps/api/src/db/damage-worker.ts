/** The module of a worker thread: says whether the SQLite file that it is given is damaged. */
import { parentPort, workerData } from 'node:worker_threads'
import { isDamaged } from './open.sqlite-files.ts'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(isDamaged(String(workerData), Number.POSITIVE_INFINITY))
