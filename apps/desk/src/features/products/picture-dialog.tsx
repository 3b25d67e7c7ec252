import { Button } from '@haat/ui/button'
import { Select, TextField } from '@haat/ui/field'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import type { PictureDraft } from './product-values.ts'

interface PictureDialogProps {
  picture: PictureDraft
  variants: readonly { value: string; label: string }[]
  onClose: () => void
  onSave: (picture: PictureDraft) => void
}

/** What a picture shows, and with which variant. */
export function PictureDialog({ picture, variants, onClose, onSave }: PictureDialogProps) {
  const [alt, setAlt] = useState(picture.alt)
  const [variant, setVariant] = useState(picture.variant)
  return (
    <Dialog
      onClose={onClose}
      title="This picture"
      footer={
        <Button
          onClick={() => {
            onSave({ ...picture, alt, variant })
            onClose()
          }}
        >
          Done
        </Button>
      }
    >
      <TextField
        label="What it shows"
        hint="Read to those who cannot see it, and by search engines"
        value={alt}
        maxLength={300}
        onChange={({ target }) => setAlt(target.value)}
      />
      {variants.length > 1 && (
        <Select
          label="Shown with"
          options={variants}
          value={variant}
          onChange={({ target }) => setVariant(target.value)}
        />
      )}
    </Dialog>
  )
}
