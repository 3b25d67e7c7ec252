import { t } from '@lingui/core/macro'
import { Button, buttonClass } from '@haat/ui/button'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from './dialog.tsx'
import { copyText } from './toast.ts'

/** Passes a page on: by the device's own sheet where it has one, otherwise by WhatsApp or as a copied link. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  const [address, setAddress] = useState<string | null>(null)
  const done = () => setAddress(null)
  const share = async () => {
    const url = new URL(path, window.location.href).href
    if (!('share' in navigator)) return setAddress(url)
    // Who closes the sheet has decided, too.
    return navigator.share({ title, url }).catch(() => undefined)
  }
  const copy = () => copyText(address ?? '', t`Link copied.`, done)
  return (
    <>
      <Button variant="outline" size="sm" icon={Share2} onClick={share}>{t`Share`}</Button>
      <Dialog open={address !== null} onClose={done} title={t`Share`}>
        <div className="grid gap-3">
          <p className="font-semibold">{title}</p>
          <p className="text-sm wrap-anywhere text-ink-soft select-all">{address}</p>
          <a
            href={`https://wa.me/?${new URLSearchParams({ text: `${title} ${address}` })}`}
            target="_blank"
            rel="noopener noreferrer"
            onClick={done}
            className={buttonClass()}
          >
            WhatsApp
          </a>
          <Button variant="outline" onClick={copy}>{t`Copy link`}</Button>
        </div>
      </Dialog>
    </>
  )
}
