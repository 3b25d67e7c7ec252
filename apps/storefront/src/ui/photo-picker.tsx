import { plural, t } from '@lingui/core/macro'
import { ImagePlus, X } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import { buttonClass, IconButton } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'

/** An iPhone turns its HEIC photos into JPEG for these. */
const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

export function PhotoInput({ label, onChoose }: { label: string; onChoose: (photos: File[]) => unknown }) {
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(target.files ?? [])])
    // The same file can be chosen again.
    target.value = ''
  }
  return (
    <label
      className={cx(
        buttonClass('outline'),
        'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-peacock',
      )}
    >
      <ImagePlus aria-hidden className="size-5" />
      {label}
      <input type="file" accept={TYPES.join()} multiple onChange={choose} className="sr-only" />
    </label>
  )
}

interface PhotoPickerProps {
  max: number
  hint: string
  photos: readonly File[]
  onChange: (photos: File[]) => void
}

/** Chooses photos and shows them small. It says which are left out: what is no picture, and those that are too many. */
export function PhotoPicker({ max, hint, photos, onChange }: PhotoPickerProps) {
  const [leftOut, setLeftOut] = useState<string | null>(null)
  const remove = (photo: File, why: string | null) => {
    setLeftOut(why)
    onChange(photos.filter((other) => other !== photo))
  }
  const choose = (more: readonly File[]) => {
    const pictures = more.filter(({ type }) => TYPES.includes(type))
    const other = more.find(({ type }) => !TYPES.includes(type))
    const room = max - photos.length
    setLeftOut(other ? notAPicture(other) : pictures.length > room ? tooMany(max) : null)
    onChange([...photos, ...pictures.slice(0, room)])
  }
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{t`Photos (optional, ${max} at most)`}</legend>
      <p className="mb-2 text-sm text-ink-soft">{hint}</p>
      <div className="flex flex-wrap items-center gap-3">
        {photos.map((photo, at) => (
          <Preview
            key={`${photo.name}-${photo.lastModified}-${photo.size}`}
            photo={photo}
            name={t`photo ${at + 1}`}
            onRemove={() => remove(photo, null)}
            onBroken={() => remove(photo, notAPicture(photo))}
          />
        ))}
        {photos.length < max && (
          <PhotoInput label={photos.length === 0 ? t`Add photos` : t`Add more`} onChoose={choose} />
        )}
      </div>
      {leftOut && (
        <p role="alert" className="mt-2 text-sm font-semibold wrap-anywhere text-brick">
          {leftOut}
        </p>
      )}
    </fieldset>
  )
}

const notAPicture = ({ name }: File): string =>
  t`“${name}” is not a picture that can be shown. Choose a JPEG, PNG, WebP or AVIF.`

const tooMany = (max: number): string =>
  plural(max, { one: 'Only # photo can be added.', other: 'Only # photos can be added.' })

interface PreviewProps {
  photo: File
  name: string
  onRemove: () => void
  /** The browser cannot show it. */
  onBroken: () => void
}

function Preview({ photo, name, onRemove, onBroken }: PreviewProps) {
  const [address] = useState(() => URL.createObjectURL(photo))
  return (
    <div className="relative size-20">
      <img
        src={address}
        onLoad={() => URL.revokeObjectURL(address)}
        onError={onBroken}
        alt={t`Preview of ${name}`}
        className="size-full rounded-sm border border-line object-cover"
      />
      <IconButton
        label={t`Remove ${name}`}
        icon={X}
        look="raised"
        onClick={onRemove}
        className="absolute -top-3 -right-3 scale-80"
      />
    </div>
  )
}
