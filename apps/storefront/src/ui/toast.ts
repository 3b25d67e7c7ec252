interface Style {
  position: 'top-right' | 'top-center'
  phonePosition?: 'bottom-center'
  success: number
  error: number
}

/** Width up to which the library gives a message the whole width. */
const PHONE = '(max-width: 600px)'

/** Position and durations (ms) of messages, by the part of the shop that shows them. */
const STYLES = {
  /** Most screens: top right, 5 s. */
  page: { position: 'top-right', success: 5000, error: 5000 },
  /** Checkout: top centre, 3 s. */
  checkout: { position: 'top-center', success: 3000, error: 3000 },
  /** Login, signup, forgotten password: success 3 s, error 4 s. On a phone at the bottom, since the logo is at the top. */
  auth: { position: 'top-right', phonePosition: 'bottom-center', success: 3000, error: 4000 },
} as const satisfies Record<string, Style>

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
  const { phonePosition, ...wide }: Style = STYLES[style]
  const position = (matchMedia(PHONE).matches && phonePosition) || wide.position
  void loadToaster().then(({ showToast }) =>
    showToast(kind, message, { position, duration: wide[kind], action }),
  )
}
