import { t } from '@lingui/core/macro'
import { focusHeading } from './page.tsx'
import type { ToastItem } from './toaster.tsx'

/** Position and durations (ms) of messages, by the part of the shop that shows them. On a phone they lie over the header. */
const STYLES = {
  page: { position: 'top-right', success: 5000, info: 5000, error: 5000 },
  checkout: { position: 'top-center', success: 3000, info: 3000, error: 3000 },
  auth: { position: 'top-right', success: 3000, info: 3000, error: 4000 },
} as const

/** Milliseconds between the message that an order is placed and its page. */
export const CONFIRMATION_DELAY = 1500

export type ToastStyle = keyof typeof STYLES

const loadToaster = () => import('./toaster.tsx')

/** Loads the library ahead of the first message, when a slow phone has nothing better to do. */
export const preloadToasts = (): void =>
  void setTimeout(() => void loadToaster().catch(() => undefined), 10_000)

/**
 * Shows a message. Its library is no part of the first load, so that no screen waits for it.
 *
 * @param kind screen readers announce `error` at once, `success` when idle
 * @param action a button beside the message, for example to undo what it tells; `duration` if the message lasts longer
 */
export function toast(
  kind: 'success' | 'info' | 'error',
  message: string,
  style: ToastStyle = 'page',
  action?: { label: string; onClick: () => unknown; duration?: number },
  item?: ToastItem,
): void {
  const duration = action?.duration ?? STYLES[style][kind]
  const { position } = STYLES[style]
  void loadToaster().then(
    ({ showToast }) => showToast(kind, message, { position, duration, action }, item),
    // What has failed is said even without the library.
    () => kind === 'error' && alert(message),
  )
}

/** Says what was removed from a list, and offers to put it back: the focus then goes to the link to its page. */
export function offerUndo(item: ToastItem & { page: string }, message: string, restore: () => unknown): void {
  const onClick = async () => {
    focusHeading()
    await restore()
    // Sonner gives the focus back to the heading 200 ms after the click, with the message, and tells nobody.
    setTimeout(() => document.querySelector<HTMLElement>(`main a[href^="${item.page}"]`)?.focus(), 300)
  }
  toast('info', message, 'page', { label: t`Undo`, onClick, duration: 10_000 }, item)
}

/** Copies a text, and says so. @param onCopied runs before that */
export async function copyText(text: string, message: string, onCopied?: () => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    onCopied?.()
    toast('success', message)
  } catch {
    toast('error', t`The browser did not let us copy it.`)
  }
}

/** Takes messages away, for a new screen or dialog: those too old, in milliseconds, to tell what has led there. */
export const dismissToasts = (age = 1900): void =>
  void loadToaster().then(
    ({ dismissOlder }) => dismissOlder(age),
    () => undefined,
  )
