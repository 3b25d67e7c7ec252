import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { Select } from '@haat/ui/field'
import { useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { upload } from '../api/upload.ts'
import { useAttempt } from '../api/use-attempt.ts'
import { Dialog } from '../ui/dialog.tsx'

const SHAPES = [
  { value: '1', label: 'Square' },
  { value: '0.8', label: 'Portrait' },
  { value: '1.5', label: 'Landscape' },
  { value: '', label: 'As the picture' },
]

/** The part of a picture, as large as it is: `upload` shrinks it. */
async function cut(url: string, { x, y, width, height }: Area): Promise<Blob> {
  const image = new Image()
  image.src = url
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.9))
  if (!blob) throw new Error('The browser could not crop the picture.')
  return blob
}

interface CropDialogProps {
  picture: string
  /** Width to height; without it the shape can be chosen. */
  aspect?: number | undefined
  onClose: () => void
  /** Gets the address of the cropped picture. */
  onDone: (picture: string) => void
}

export function CropDialog({ picture, aspect, onClose, onDone }: CropDialogProps) {
  const [shape, setShape] = useState('1')
  const [natural, setNatural] = useState(1)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()
  const { failure, attempt } = useAttempt()
  const save = () =>
    attempt(async () => {
      if (area) onDone(await upload(await cut(picture, area)))
      onClose()
    })
  return (
    <Dialog
      onClose={onClose}
      title="Crop the picture"
      text="Drag it, and zoom with two fingers or below."
      cancel="Cancel"
      footer={
        <Button disabled={!area} onClick={save}>
          Crop
        </Button>
      }
    >
      <div className="relative h-[min(20rem,38dvh)] overflow-hidden rounded-md bg-paper-deep">
        <Cropper
          image={picture}
          aspect={aspect ?? (shape === '' ? natural : Number(shape))}
          crop={crop}
          zoom={zoom}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          onMediaLoaded={({ naturalWidth, naturalHeight }) => setNatural(naturalWidth / naturalHeight)}
          disableAutomaticStylesInjection
        />
      </div>
      <label className="flex items-center gap-3 text-sm font-semibold">
        Zoom
        <input
          type="range"
          min={1}
          max={3}
          step={0.05}
          value={zoom}
          onChange={({ target }) => setZoom(target.valueAsNumber)}
          className="min-h-11 flex-1 accent-peacock"
        />
      </label>
      {aspect === undefined && (
        <Select
          label="Shape"
          options={SHAPES}
          value={shape}
          onChange={({ target }) => setShape(target.value)}
        />
      )}
      {failure && <Notice tone="bad">{failure}</Notice>}
    </Dialog>
  )
}
