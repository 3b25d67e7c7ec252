/** The module of a worker thread: draws the link preview it is given. */
import sharp from 'sharp'
import { drawPreview } from './draw-preview.ts'
import type { PreviewDrawing } from './previews.ts'

sharp.concurrency(1)

// oxlint-disable-next-line import/no-default-export -- Piscina calls it
export default (drawing: PreviewDrawing) => drawPreview(drawing)
