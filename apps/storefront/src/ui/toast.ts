/** Position and durations (ms) for each part of the shop. */
const PLACES = {
  /** Most screens: top right, 5 s. */
  page: { position: 'top-right', success: 5000, error: 5000 },
  /** Checkout: top centre, 3 s. */
  checkout: { position: 'top-center', success: 3000, error: 3000 },
  /** Login, signup, forgotten password: success 3 s, error 4 s. */
  auth: { position: 'top-right', success: 3000, error: 4000 },
} as const

export type ToastPlace = keyof typeof PLACES

/**
 * Shows a message. The library is loaded with the first message, so that no screen waits for it.
 *
 * @param kind screen readers announce `error` at once, `success` when idle
 */
export function toast(kind: 'success' | 'error', message: string, place: ToastPlace = 'page'): void {
  const { position, ...duration } = PLACES[place]
  void import('./toaster.tsx').then(({ showToast }) =>
    showToast(kind, message, { position, duration: duration[kind] }),
  )
}
