import { CAMERA_MINUTES, staffCamera } from '@haat/contract/staff/camera'
import { Button } from '@haat/ui/button'
import { Notice } from '@haat/ui/feedback'
import { useQuery } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { call, type CallReply, messageOf } from '../../api/client.ts'
import { actQuery } from '../../api/queries.ts'
import { orToast } from '../../api/use-attempt.ts'
import { count } from '../../lib/format.ts'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useDialog } from '../../ui/dialogs.tsx'
import { QrCode } from '../../ui/qr-code.tsx'

type Camera = CallReply<typeof staffCamera.open>

/** How often the desk asks what has come, in ms. */
const ASK_EVERY_MS = 2000
/** Addresses that only this computer has. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

interface AddByPhoneProps {
  product: number | undefined
  /** Gets the address of each picture that comes. */
  onArrive: (media_url: string) => void
}

/** Takes pictures with a phone that scans a code: it needs no login, and can do nothing else. */
export function AddByPhone({ product, onArrive }: AddByPhoneProps) {
  const draw = useDialog()
  const open = () =>
    orToast(async () => {
      const camera = await call(staffCamera.open, { product })
      draw((close) => <CodeDialog {...{ camera, onArrive }} onClose={close} />)
    })
  return (
    <Button icon={Smartphone} variant="outline" size="sm" className="max-lg:hidden" onClick={open}>
      Add by phone
    </Button>
  )
}

interface CodeDialogProps {
  camera: Camera
  onArrive: (media_url: string) => void
  onClose: () => void
}

function CodeDialog({ camera, onArrive, onClose }: CodeDialogProps) {
  const { data, error } = useQuery({
    ...actQuery(staffCamera.show, { link: camera.link }),
    refetchInterval: ASK_EVERY_MS,
  })
  const arrived = useRef(0)
  const { is_opened: isOpened = false, media_urls: urls = [] } = data ?? {}
  useEffect(() => {
    for (const url of urls.slice(arrived.current)) onArrive(url)
    arrived.current = Math.max(arrived.current, urls.length)
  }, [urls, onArrive])
  return (
    <Dialog
      onClose={onClose}
      title="Add by phone"
      text={`Scan the code with a phone’s camera. It is good for ${CAMERA_MINUTES} minutes, for one phone and this product.`}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {LOOPBACK.test(window.location.hostname) && (
        <Notice tone="wait">
          Only this computer knows the address {window.location.host}. Open the desk at the address by which a
          phone reaches it, then show the code.
        </Notice>
      )}
      {!isOpened && <QrCode text={`${window.location.origin}/desk${paths.camera(camera.token)}`} />}
      {error ? (
        <Notice tone="bad">{messageOf(error)}</Notice>
      ) : (
        <Notice>
          {isOpened
            ? `The phone is connected. ${urls.length === 0 ? 'Its pictures appear here.' : `${count(urls.length, 'picture')} came: save the product when all are here.`}`
            : 'Waiting for the phone.'}
        </Notice>
      )}
      {urls.length > 0 && (
        <ul className="grid grid-cols-4 gap-2">
          {urls.map((url) => (
            <li key={url} className="aspect-square overflow-hidden rounded-md border border-line">
              <img src={`${url}?w=320`} alt="" className="size-full object-contain" />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
