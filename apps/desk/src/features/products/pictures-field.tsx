import { Button, IconButton } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import {
  ArrowLeft,
  ArrowRight,
  Camera,
  CirclePlay,
  Crop,
  Ellipsis,
  ImagePlus,
  Pencil,
  RotateCcw,
  Star,
  Trash2,
} from 'lucide-react'
import { type ChangeEvent, lazy, Suspense, useRef, useState } from 'react'
import { useFileDrop } from '../../ui/file-drop.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SortableList } from '../../ui/sortable.tsx'
import { AddByPhone } from './add-by-phone.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import type { PictureDraft } from './product-values.ts'
import { type Sending, type Uploads, useUploads } from './use-uploads.ts'

const CropDialog = lazy(async () => ({ default: (await import('../../form/crop-dialog.tsx')).CropDialog }))

const PICTURES = 'image/jpeg,image/png,image/webp,image/avif'
const TYPES = `${PICTURES},video/mp4`

interface PicturesFieldProps extends Uploads {
  variants: readonly { value: string; label: string }[]
  error: string | undefined
  /** Its id; undefined for a product that is not stored yet. */
  product: number | undefined
}

/** The pictures and videos of a product in their order: the first picture is the one in lists. */
export function PicturesField(props: PicturesFieldProps) {
  const { pictures, onChange, variants, error, product } = props
  const { sending, add, send, drop, arrive } = useUploads(props)
  const { isOver, area } = useFileDrop(add)
  const [edited, setEdited] = useState<string>()
  const [cropped, setCropped] = useState<PictureDraft>()
  const listed = pictures.findIndex(({ is_video }) => !is_video)
  const move = (from: number, to: number) =>
    onChange(pictures.toSpliced(from, 1).toSpliced(to, 0, pictures[from]!))
  const replace = (old: PictureDraft, next: PictureDraft) =>
    onChange(pictures.map((one) => (one === old ? next : one)))
  return (
    <div
      {...area}
      className={cx(
        'rounded-md border-2 border-dashed p-3',
        isOver ? 'border-peacock bg-peacock-tint' : 'border-line',
      )}
    >
      <SortableList
        items={pictures}
        idOf={({ media_url, variant }) => `${media_url} ${variant}`}
        onMove={onChange}
        className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-3"
        end={sending.map((one) => (
          <SendingTile key={one.key} sending={one} retry={() => send(one)} drop={() => drop(one)} />
        ))}
      >
        {(picture, index) => (
          <Tile
            picture={picture}
            index={index}
            last={pictures.length - 1}
            isListed={index === listed}
            variant={variants.find(({ value }) => value !== '' && value === picture.variant)?.label}
            move={move}
            edit={() => setEdited(picture.media_url)}
            crop={() => setCropped(picture)}
            remove={() => onChange(pictures.filter((one) => one !== picture))}
          />
        )}
      </SortableList>
      <div className="flex flex-wrap items-center gap-2 pt-3 first:pt-0">
        <FileButton label="Take photo" icon={Camera} add={add} capture className="lg:hidden" />
        <FileButton label="Choose pictures" icon={ImagePlus} add={add} />
        <AddByPhone product={product} onArrive={arrive} />
        <p className="text-sm text-ink-soft">
          An MP4 video too<span className="max-lg:hidden">; or drop or paste them here</span>
        </p>
      </div>
      {error && (
        <p role="alert" className="pt-2 text-sm font-medium text-brick">
          {error}
        </p>
      )}
      {pictures.map(
        (picture) =>
          picture.media_url === edited && (
            <PictureDialog
              key={edited}
              picture={picture}
              variants={variants}
              onClose={() => setEdited(undefined)}
              onSave={(next) => replace(picture, next)}
            />
          ),
      )}
      {cropped && (
        <Suspense>
          <CropDialog
            picture={cropped.media_url}
            onClose={() => setCropped(undefined)}
            onDone={(media_url) => replace(cropped, { ...cropped, media_url })}
          />
        </Suspense>
      )}
    </div>
  )
}

interface FileButtonProps {
  label: string
  icon: typeof Camera
  add: (files: Iterable<File>) => void
  capture?: boolean
  variant?: 'primary' | 'outline'
  className?: string
}

export function FileButton(props: FileButtonProps) {
  const { label, add, capture = false, variant = 'outline', className } = props
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    add(target.files ?? [])
    target.value = ''
  }
  return (
    <>
      <Button
        icon={props.icon}
        variant={variant}
        size="sm"
        className={className}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={capture ? PICTURES : TYPES}
        aria-label={label}
        onChange={choose}
        {...(capture ? { capture: 'environment' as const } : { multiple: true })}
      />
    </>
  )
}

const TILE = 'relative aspect-square w-full overflow-hidden rounded-md border border-line bg-card'

interface TileProps {
  picture: PictureDraft
  index: number
  last: number
  /** Whether lists show it. */
  isListed: boolean
  variant: string | undefined
  move: (from: number, to: number) => void
  edit: () => void
  crop: () => void
  remove: () => void
}

function Tile({ picture, index, last, isListed, variant, move, edit, crop, remove }: TileProps) {
  const name = picture.alt || `${picture.is_video ? 'video' : 'picture'} ${index + 1}`
  return (
    <div className={TILE}>
      {picture.is_video ? (
        <span role="img" aria-label={name} className="relative block size-full cursor-grab bg-paper-deep">
          {/* Of a video on YouTube there is no file. */}
          {picture.media_url.endsWith('.mp4') && (
            <video src={picture.media_url} preload="metadata" muted className="size-full object-cover" />
          )}
          <CirclePlay
            aria-hidden
            className="absolute inset-0 m-auto size-9 rounded-full bg-card/80 text-ink"
          />
        </span>
      ) : (
        <img
          src={`${picture.media_url}?w=320`}
          alt={name}
          draggable={false}
          className="size-full cursor-grab object-contain"
        />
      )}
      {(isListed || variant) && (
        <span className="absolute inset-x-0 bottom-0 truncate bg-ink/75 px-1.5 py-0.5 text-center text-xs font-semibold text-paper">
          {variant ?? 'In lists'}
        </span>
      )}
      <Menu
        items={[
          index > 0 && { label: 'Make it the first', icon: Star, onClick: () => move(index, 0) },
          index > 0 && { label: 'Move left', icon: ArrowLeft, onClick: () => move(index, index - 1) },
          index < last && { label: 'Move right', icon: ArrowRight, onClick: () => move(index, index + 1) },
          { label: 'Describe, choose a variant', icon: Pencil, onClick: edit },
          !picture.is_video && { label: 'Crop', icon: Crop, onClick: crop },
          { label: 'Remove', icon: Trash2, onClick: remove, isDanger: true },
        ]}
        trigger={
          <IconButton
            label={`Change ${name}`}
            look="raised"
            className="absolute! top-1 right-1 size-9!"
            icon={Ellipsis}
            size="sm"
          />
        }
      />
    </div>
  )
}

export function SendingTile({
  sending,
  retry,
  drop,
}: {
  sending: Sending
  retry: () => unknown
  drop: () => void
}) {
  const { file, url, part, error } = sending
  return (
    <li className={TILE}>
      {file.type.startsWith('image/') ? (
        <img src={url} alt="" className="size-full object-contain opacity-50" />
      ) : (
        <CirclePlay aria-hidden className="absolute inset-0 m-auto size-8 text-ink-soft" />
      )}
      <div className="absolute inset-0 grid content-end gap-1 p-1.5 text-xs font-semibold">
        {error === undefined ? (
          <progress aria-label={`Sending ${file.name}`} value={part} className="h-1.5" />
        ) : (
          <>
            <p role="alert" className="rounded-sm bg-brick-tint px-1 text-brick">
              {error}
            </p>
            <span className="flex gap-1">
              <IconButton
                label="Send again"
                look="raised"
                className="size-9!"
                onClick={retry}
                icon={RotateCcw}
                size="sm"
              />
              <IconButton
                label="Leave it out"
                look="raised"
                className="size-9!"
                onClick={drop}
                icon={Trash2}
                size="sm"
              />
            </span>
          </>
        )}
      </div>
    </li>
  )
}
