import type { ComponentProps } from 'react'
import { later } from '../lib/later.tsx'
import { Dialog } from './dialog.tsx'

const [PictureViewer, preloadViewer] = later(async () => (await import('./picture-viewer.tsx')).PictureViewer)

/** Loads the viewer's code ahead. */
export const preloadPictures = preloadViewer

interface PictureDialogProps extends ComponentProps<typeof PictureViewer> {
  open: boolean
  onClose: () => void
  title: string
}

/** Pictures in a dialog that fills the screen. */
export function PictureDialog({ open, onClose, title, ...viewer }: PictureDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title} side="full">
      <PictureViewer {...viewer} />
    </Dialog>
  )
}
