import { type ComponentProps, lazy, Suspense } from 'react'
import { Dialog } from './dialog.tsx'
import { codeMissing, ErrorBoundary } from './feedback.tsx'

const PictureViewer = lazy(async () => ({
  default: (await import('./picture-viewer.tsx').catch(codeMissing)).PictureViewer,
}))

interface PictureDialogProps extends ComponentProps<typeof PictureViewer> {
  open: boolean
  onClose: () => void
  title: string
}

export function PictureDialog({ open, onClose, title, ...viewer }: PictureDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title} side="full">
      <ErrorBoundary>
        <Suspense>
          <PictureViewer {...viewer} />
        </Suspense>
      </ErrorBoundary>
    </Dialog>
  )
}
