import { CircleAlert, CircleCheck } from 'lucide-react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import type { ExternalToast } from 'sonner'
import { toast as sonner, Toaster } from 'sonner'

let mounted = false

function mount(): void {
  mounted = true
  const host = document.body.appendChild(document.createElement('div'))
  flushSync(() =>
    createRoot(host).render(
      <Toaster
        visibleToasts={3}
        closeButton
        containerAriaLabel="Messages"
        icons={{
          success: <CircleCheck className="size-5 text-leaf" />,
          error: <CircleAlert className="size-5 text-brick" />,
        }}
        toastOptions={{ style: { fontFamily: 'inherit', fontSize: '1rem', lineHeight: 1.4 } }}
        offset={{ top: '5.5rem', right: '1rem' }}
        mobileOffset={{ top: '4.5rem' }}
      />,
    ),
  )
}

/** Shows one message; the same message again replaces the first. */
export function showToast(kind: 'success' | 'error', message: string, options: ExternalToast): void {
  if (!mounted) mount()
  sonner[kind](message, { ...options, id: `${kind}:${message}` })
}
