import { Button } from '@haat/ui/button'
import { describedBy, Field } from '@haat/ui/field'
import { Crop, ImageUp } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { type FieldValues, useController, type UseControllerProps } from 'react-hook-form'
import { CallError } from '../api/client.ts'
import { upload } from '../api/upload.ts'
import { useAttempt } from '../api/use-attempt.ts'

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }))

const TYPES = 'image/png,image/jpeg,image/webp,image/avif'

interface PictureFieldProps<Values extends FieldValues> extends UseControllerProps<Values> {
  label: string
  hint?: ReactNode
  /** Width to height: it can be cropped to that. */
  aspect?: number | undefined
}

/** A picture that is uploaded as soon as it is chosen; the form has its address, `none`, or an empty text. */
export function PictureField<Values extends FieldValues>(props: PictureFieldProps<Values>) {
  const { label, hint, aspect, ...controlled } = props
  const { field, fieldState } = useController(controlled)
  const { onChange } = field
  const value = String(field.value)
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
  const fault = failure ?? fieldState.error?.message
  return (
    <Field id={id} label={label} hint={hint} error={fault}>
      <div className="flex flex-wrap items-center gap-3 rounded-md has-[input:focus]:outline-2 has-[input:focus]:outline-offset-4 has-[input:focus]:outline-peacock">
        {hasPicture && (
          <img src={value} alt="" className="h-20 max-w-60 rounded-md border border-line object-contain" />
        )}
        <input
          ref={input}
          id={id}
          type="file"
          accept={TYPES}
          {...describedBy(id, fault, hint)}
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
