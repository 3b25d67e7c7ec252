import { Button } from '@haat/ui/button'
import { Field } from '@haat/ui/field'
import { Crop, ImageUp } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { CallError } from '../api/client.ts'
import { upload } from '../api/upload.ts'
import { useAttempt } from '../api/use-attempt.ts'

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }))

const TYPES = 'image/png,image/jpeg,image/webp,image/avif'

interface PictureFieldProps {
  label: string
  hint?: ReactNode
  /** The picture's address, `none`, or empty. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** Width to height: it can be cropped to that. */
  aspect?: number | undefined
}

/** A picture that is uploaded as soon as it is chosen. */
export function PictureField({ label, hint, value, onChange, error, aspect }: PictureFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { failure, attempt } = useAttempt()
  const [isBusy, setIsBusy] = useState(false)
  const [isCropping, setIsCropping] = useState(false)
  const hasPicture = value !== '' && value !== 'none'
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setIsBusy(true)
    await attempt(async () => {
      if (!TYPES.split(',').includes(file.type))
        throw new CallError(415, `${file.name}: Choose a JPEG, PNG, WebP or AVIF picture.`)
      onChange(await upload(file))
    })
    setIsBusy(false)
  }
  const fault = failure ?? error
  return (
    <Field id={id} label={label} hint={hint} {...(fault && { error: fault })}>
      <div className="flex flex-wrap items-center gap-3">
        {hasPicture && (
          <img src={value} alt="" className="h-20 max-w-60 rounded-md border border-line object-contain" />
        )}
        <input
          ref={input}
          id={id}
          type="file"
          accept={TYPES}
          className="sr-only"
          onChange={(event) => void take(event.target.files?.[0])}
        />
        <Button icon={ImageUp} variant="outline" busy={isBusy} onClick={() => input.current?.click()}>
          {hasPicture ? 'Choose another' : 'Choose a picture'}
        </Button>
        {hasPicture && aspect !== undefined && (
          <Button icon={Crop} variant="outline" onClick={() => setIsCropping(true)}>
            Crop
          </Button>
        )}
        {isCropping && (
          <Suspense>
            <CropDialog
              picture={value}
              aspect={aspect}
              onClose={() => setIsCropping(false)}
              onDone={onChange}
            />
          </Suspense>
        )}
        {hasPicture && (
          <Button variant="quiet" onClick={() => onChange('')}>
            Remove
          </Button>
        )}
      </div>
    </Field>
  )
}
