import { CircleAlert, CircleCheck } from 'lucide-react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { toast as sonner, Toaster } from 'sonner'

export interface ToastOptions {
  /** In ms. */
  duration?: number | undefined
  action?: { label: string; onClick: () => void } | undefined
}

let host: HTMLElement | undefined

/** Outside the page's root, so that an open dialog does not make the messages inert. */
function mount(): HTMLElement {
  const element = document.body.appendChild(document.createElement('div'))
  flushSync(() =>
    createRoot(element).render(
      <Toaster
        position="bottom-center"
        visibleToasts={3}
        closeButton
        containerAriaLabel="Messages"
        icons={{
          success: <CircleCheck className="size-5 text-leaf" />,
          error: <CircleAlert className="size-5 text-brick" />,
        }}
        style={{ fontFamily: 'inherit' }}
        toastOptions={{
          style: { fontFamily: 'inherit', fontSize: '1rem', lineHeight: 1.4 },
          actionButtonStyle: {
            minHeight: '2.75rem',
            paddingInline: '1rem',
            background: 'var(--color-peacock)',
            color: 'var(--color-paper)',
            fontSize: '0.9375rem',
            fontWeight: 600,
          },
        }}
        offset={{ bottom: 'max(24px, var(--action-bar, 0px) + 12px)' }}
        mobileOffset={{ bottom: 'calc(max(var(--bottom-bar, 0px), var(--action-bar, 0px)) + 12px)' }}
      />,
    ),
  )
  return element
}

export function showToast(kind: 'success' | 'error', message: string, options: ToastOptions): void {
  host ??= mount()
  sonner[kind](message, options)
}
