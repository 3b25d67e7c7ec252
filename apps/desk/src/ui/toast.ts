/** Short messages. Their code is loaded with the first one. */
export interface ToastOptions {
  duration?: number | undefined
  action?: { label: string; onClick: () => void } | undefined
}

export function toast(kind: 'success' | 'error', message: string, options: ToastOptions = {}): void {
  void import('./toaster.tsx').then(({ showToast }) => showToast(kind, message, options))
}
