import { CAMERA_HEADER, openPhotos } from '@haat/contract/staff/camera'
import { Notice } from '@haat/ui/feedback'
import { useQuery } from '@tanstack/react-query'
import { Camera, ImagePlus } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { call, CallError } from '../api/client.ts'
import { FileButton, SendingTile } from '../features/products/pictures-field.tsx'
import type { PictureDraft } from '../features/products/product-values.ts'
import type { Target } from '../api/upload.ts'
import { useUploads } from '../features/products/use-uploads.ts'
import { count } from '../lib/format.ts'
import { Failed, ScreenLoading } from '../shell/fallbacks.tsx'
import { Doorstep } from '../shell/login-form.tsx'

const ignore = (): void => undefined

/** By it the shop knows this phone again, after a reload too. */
function phoneSecret(): string {
  const known = sessionStorage.getItem('camera')
  if (known !== null) return known
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const secret = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  sessionStorage.setItem('camera', secret)
  return secret
}

/** The page of a phone that takes pictures for a product at the desk. It has no login, and leads nowhere else. */
export function CameraScreen() {
  const token = useLocation().hash.slice(1)
  const [headers] = useState(() => ({ [CAMERA_HEADER]: `${token}.${phoneSecret()}` }))
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['camera', token],
    queryFn: () => call(openPhotos, {}, { asksLogin: false, headers }),
    retry: false,
    staleTime: Infinity,
  })
  if (isPending) return <ScreenLoading />
  if (error instanceof CallError && (error.status === 403 || error.status === 404))
    return (
      <Doorstep title="This code is spent">
        <p>{error.message}</p>
      </Doorstep>
    )
  if (error) return <Failed error={error} onRetry={refetch} />
  return (
    <Doorstep title="Add pictures" text={data.product ?? 'Of a new product'}>
      <Photos target={{ path: '/api/desk/photos', headers: () => headers }} />
    </Doorstep>
  )
}

function Photos({ target }: { target: Target }) {
  const [pictures, setPictures] = useState<PictureDraft[]>([])
  const { sending, add, send, drop } = useUploads({ pictures, onChange: setPictures, onBusy: ignore, target })
  return (
    <div className="grid gap-4">
      <FileButton
        label="Take photo"
        icon={Camera}
        add={add}
        capture
        variant="primary"
        className="min-h-14 w-full text-lg"
      />
      <FileButton label="Choose pictures" icon={ImagePlus} add={add} className="w-full" />
      {pictures.length > 0 && (
        <Notice>{count(pictures.length, 'picture')} sent to the desk. Save the product there.</Notice>
      )}
      <ul className="grid grid-cols-3 gap-3">
        {pictures.map(({ media_url, is_video: isVideo }) => (
          <li key={media_url} className="aspect-square overflow-hidden rounded-md border border-line">
            {isVideo ? (
              <video src={media_url} preload="metadata" muted className="size-full object-cover" />
            ) : (
              <img src={`${media_url}?w=320`} alt="" className="size-full object-contain" />
            )}
          </li>
        ))}
        {sending.map((one) => (
          <SendingTile key={one.key} sending={one} retry={() => send(one)} drop={() => drop(one)} />
        ))}
      </ul>
    </div>
  )
}
