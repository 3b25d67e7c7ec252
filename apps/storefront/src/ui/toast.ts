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

/** Milliseconds until the browser counts as idle, where it cannot tell. */
const IDLE_DELAY = 2000

/** Loads the library for messages when the browser is idle after the next paint, so that the first one appears at once. */
export function preloadToasts(): void {
  requestAnimationFrame(() => {
    const whenIdle = window.requestIdleCallback ?? ((load) => setTimeout(load, IDLE_DELAY))
    whenIdle(() => void loadToaster().catch(() => undefined))
  })
}

/**
 * Shows a message. Its library is no part of the first load, so that no screen waits for it.
 *
 * @param kind screen readers announce `error` at once, `success` when idle
 */
export function toast(kind: 'success' | 'error', message: string, style: ToastStyle = 'page'): void {
  const { phonePosition, ...wide }: Style = STYLES[style]
  const position = (matchMedia(PHONE).matches && phonePosition) || wide.position
  void loadToaster().then(({ showToast }) => showToast(kind, message, { position, duration: wide[kind] }))
}
