import { t } from '@lingui/core/macro'
import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { type ExternalToast, toast as sonner, Toaster } from 'sonner'
import { Picture } from './picture.tsx'

let host: HTMLElement | undefined

function mount(): HTMLElement {
  const element = document.body.appendChild(document.createElement('div'))
  // Sonner would return the focus to where it came from: Tab could not leave the end of a page.
  element.addEventListener('focusout', (event) => event.stopPropagation(), { capture: true })
  element.className = 'inset-auto m-0 print:hidden overflow-visible border-0 bg-transparent p-0 text-ink'
  flushSync(() =>
    createRoot(element).render(
      <Toaster
        visibleToasts={3}
        closeButton
        style={{ fontFamily: 'inherit' }}
        containerAriaLabel={t`Messages`}
        icons={{
          success: <CircleCheck className="size-5 text-leaf" />,
          info: <Info className="size-5 text-peacock" />,
          error: <CircleAlert className="size-5 text-brick" />,
        }}
        toastOptions={{
          closeButtonAriaLabel: t`Close`,
          actionButtonStyle: {
            minHeight: '2.75rem',
            paddingInline: '1rem',
            background: 'var(--color-peacock)',
            color: 'var(--color-paper)',
            fontSize: '0.875rem',
            fontWeight: 600,
          },
          // Beside a long text its button goes below.
          classNames: { toast: 'flex-wrap', content: 'flex-[1_1_9rem]!' },
          style: { fontFamily: 'inherit', fontSize: 'var(--text-sm)', lineHeight: 1.4 },
        }}
        offset={{ top: 88, right: 16 }}
        mobileOffset={{ top: 12 }}
      />,
    ),
  )
  return element
}

/** Moves the toasts above an open dialog: a later popover is above it in the browser's top layer. */
function raise(element: HTMLElement): void {
  if (!document.querySelector('dialog:modal')) return
  element.popover = 'manual'
  if (element.matches(':popover-open')) element.hidePopover()
  element.showPopover()
}

const shown = new Map<number | string, { at: number; hasButton: boolean }>()

/** @param age milliseconds: older messages go */
export function dismissOlder(
  age: number,
  isSpared = (_id: number | string, _hasButton: boolean) => false,
): void {
  for (const [id, { at, hasButton }] of shown) {
    if (performance.now() - at < age || isSpared(id, hasButton)) continue
    sonner.dismiss(id)
    shown.delete(id)
  }
}

/** What a message is about. */
export interface ToastItem {
  picture: string | null
  text: string
}

/** Shows one message; the same message again replaces the first, unless that has an action of its own. */
export function showToast(
  kind: 'success' | 'info' | 'error',
  message: string,
  options: Pick<ExternalToast, 'position' | 'duration' | 'action'>,
  item?: ToastItem,
): void {
  host ??= mount()
  raise(host)
  const hasButton = options.action !== undefined
  const sameId = `${kind}:${message}:${item?.text}`
  // Where it has the whole width, it takes the place of those before, but for those with a button.
  if (matchMedia('(max-width: 600px)').matches) dismissOlder(0, (id, isLasting) => isLasting || id === sameId)
  const id = sonner[kind](message, {
    ...options,
    ...(item && {
      icon: <Picture src={item.picture} name={item.text} alt="" sizes="3rem" className="rounded-sm" />,
      description: item.text,
      classNames: { icon: 'size-12! shrink-0 mr-2!' },
    }),
    id: hasButton ? undefined : sameId,
  })
  shown.set(id, { at: performance.now(), hasButton })
}
