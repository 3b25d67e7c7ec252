/** Entry of a worker thread: draws the link preview it is given. */
import { parentPort, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { drawPreview } from './draw-preview.ts'
import type { PreviewDrawing } from './previews.ts'

sharp.concurrency(1)
// The rule is about windows: a thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(await drawPreview(workerData as PreviewDrawing))
