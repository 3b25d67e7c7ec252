import { cx } from '../lib/cx.ts'

interface Style {
  position: 'top-right' | 'top-center'
  success: number
  error: number
}

/** Position and durations (ms) of messages, by the part of the shop that shows them. */
const STYLES = {
  /** Most screens: top right, 5 s. */
  page: { position: 'top-right', success: 5000, error: 5000 },
  /** Checkout: top centre, 3 s. */
  checkout: { position: 'top-center', success: 3000, error: 3000 },
  /** Login, signup, forgotten password: top right, success 3 s, error 4 s. */
  auth: { position: 'top-right', success: 3000, error: 4000 },
} as const satisfies Record<string, Style>

/** Width up to which the library gives a message the whole width. */
const PHONE = '(max-width: 600px)'
/** The height at the bottom of a phone that messages may take, in CSS pixels. */
const MESSAGES_HEIGHT = 180

const NEEDED = 'main [type=submit], dialog:modal [type=submit], :is(a, button, input, select, textarea):focus'

/**
 * Whether a message at the bottom of a phone would cover what the shopper needs: the button of a form, or the
 * control that has the focus; or would be under the keyboard. The bottom bar stays free anyway.
 */
function isBottomTaken(): boolean {
  if ((visualViewport?.height ?? innerHeight) < innerHeight - MESSAGES_HEIGHT) return true
  const needed = document.querySelectorAll(NEEDED)
  return [...needed].some((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    const isThere = bottom > innerHeight - MESSAGES_HEIGHT && top < innerHeight
    return isThere && !element.closest('[data-bottom-bar]')
  })
}

export type ToastStyle = keyof typeof STYLES

const loadToaster = () => import('./toaster.tsx')

/** Milliseconds until the library is loaded without any input. */
const LATEST = 10_000

/**
 * Loads the library for messages at the shopper's first input, or some time later: before, a slow phone has better to
 * do. So the first message appears at once.
 */
export function preloadToasts(): void {
  const inputs = ['pointerdown', 'pointermove', 'keydown', 'scroll']
  const timer = setTimeout(load, LATEST)
  function load(): void {
    clearTimeout(timer)
    for (const input of inputs) removeEventListener(input, load)
    loadToaster().catch(() => undefined)
  }
  for (const input of inputs) addEventListener(input, load, { passive: true })
}

/**
 * Shows a message. Its library is no part of the first load, so that no screen waits for it.
 *
 * @param kind screen readers announce `error` at once, `success` when idle
 * @param action a button beside the message, for example to undo what it tells
 */
export function toast(
  kind: 'success' | 'error',
  message: string,
  style: ToastStyle = 'page',
  action?: { label: string; onClick: () => unknown },
): void {
  const { position, ...durations }: Style = STYLES[style]
  const duration = durations[kind]
  const isLow = () => matchMedia(PHONE).matches && !isBottomTaken()
  void loadToaster().then(
    ({ showToast }) =>
      showToast(kind, message, { position: isLow() ? 'bottom-center' : position, duration, action }),
    () => showPlainly(kind, message, isLow(), duration),
  )
}

/** Takes away what is still shown, because it is no longer true. */
export function dismissToasts(): void {
  plain?.remove()
  void loadToaster().then(
    ({ dismissAll }) => dismissAll(),
    () => undefined,
  )
}

let plain: HTMLElement | undefined

/**
 * Shows a message without the library, whose code could not be loaded: what has failed is said all the same. The next
 * message takes its place.
 */
function showPlainly(kind: 'success' | 'error', message: string, isLow: boolean, duration: number): void {
  const dialog = document.querySelector('dialog:modal')
  const box = document.createElement('p')
  box.role = 'alert'
  box.className = cx(
    'fixed inset-x-4 z-50 mx-auto max-w-sm rounded-md border border-l-6 bg-card p-4 text-ink shadow-lg',
    kind === 'error' ? 'border-brick' : 'border-leaf',
    isLow ? 'bottom-[calc(var(--bottom-bar,0px)+16px)]' : dialog ? 'top-2' : 'top-18',
  )
  plain?.remove()
  plain = box
  ;(dialog ?? document.body).append(box)
  box.textContent = message
  setTimeout(() => box.remove(), duration)
}
