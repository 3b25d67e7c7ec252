/** Files that are on their way to the shop, and become pictures of a product when they have arrived. */
import { useEffect, useRef, useState } from 'react'
import { CallError, messageOf } from '../../api/client.ts'
import type { PictureDraft } from './product-values.ts'
import { type Target, upload } from '../../api/upload.ts'

export interface Sending {
  key: number
  file: File
  url: string
  part: number
  error?: string
  /** Another try would fail too. */
  isRefused?: boolean
}

export interface Uploads {
  pictures: readonly PictureDraft[]
  onChange: (pictures: PictureDraft[]) => void
  /** Whether pictures are on their way: what is saved now lacks them. */
  onBusy: (isBusy: boolean) => void
  /** Where they go; to the desk's own pictures by default. */
  target?: Target
}

let serial = 0

export function useUploads({ pictures, onChange, onBusy, target }: Uploads) {
  const [sending, setSending] = useState<readonly Sending[]>([])
  const latest = useRef({ pictures, onChange, target })
  latest.current = { pictures, onChange, target }
  const change = (key: number, changes: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  const drop = ({ key, url }: Sending) => {
    URL.revokeObjectURL(url)
    setSending((all) => all.filter((one) => one.key !== key))
  }
  const arrive = (media_url: string): void => {
    const now = latest.current
    if (now.pictures.some((picture) => picture.media_url === media_url)) return
    const next = [...now.pictures, { media_url, is_video: media_url.endsWith('.mp4'), alt: '', variant: '' }]
    latest.current = { ...now, pictures: next }
    now.onChange(next)
  }
  const send = async (one: Sending): Promise<void> => {
    change(one.key, { error: undefined, isRefused: false, part: 0 })
    try {
      arrive(await upload(one.file, (part) => change(one.key, { part }), latest.current.target))
      drop(one)
    } catch (error) {
      change(one.key, {
        error: messageOf(error),
        isRefused: error instanceof CallError && error.status >= 400 && error.status < 500,
      })
    }
  }
  const add = (files: Iterable<File>): void => {
    const added = [...files]
      .filter(({ type }) => /^(image|video)\//.test(type))
      .map((file) => ({ key: (serial += 1), file, url: URL.createObjectURL(file), part: 0 }))
    setSending((all) => [...all.filter((one) => !one.isRefused), ...added])
    for (const one of added) void send(one)
  }
  const isBusy = sending.some(({ error }) => error === undefined)
  useEffect(() => onBusy(isBusy), [isBusy, onBusy])
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent): void => add(clipboardData?.files ?? [])
    window.addEventListener('paste', paste)
    return () => window.removeEventListener('paste', paste)
  }, [])
  return { sending, add, send, drop, arrive }
}
