import type { ToastOptions } from './toaster.tsx'

/** Shows a short message. The code for it is loaded with the first one. */
export function toast(kind: 'success' | 'error', message: string, options: ToastOptions = {}): void {
  void import('./toaster.tsx').then(({ showToast }) => showToast(kind, message, options))
}
