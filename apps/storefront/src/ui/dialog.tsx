import { t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { cx } from '@haat/ui/cx'
import { IconButton } from '@haat/ui/button'
import { focusHeading } from './page.tsx'
import { dismissToasts } from './toast.ts'

const SIDES = {
  /** On a phone at the bottom, in the reach of a thumb. */
  centre: cx(
    'm-auto max-h-[min(90dvh,56rem)] w-[min(36rem,calc(100vw-2rem))] rounded-lg animate-rise',
    'max-sm:mb-0 max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none',
  ),
  wide: 'm-auto max-h-[94dvh] w-[min(64rem,calc(100vw-1rem))] rounded-lg animate-rise max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:max-w-none max-sm:rounded-none',
  left: 'mr-auto ml-0 h-dvh max-h-none w-[min(22rem,88vw)] animate-slide-left',
  right: 'ml-auto mr-0 h-dvh max-h-none w-[min(24rem,92vw)] animate-slide-right',
  full: 'm-auto h-dvh max-h-none w-full max-w-none animate-fade',
}

interface DialogProps {
  open: boolean
  /** Called on Escape, on the close button and on a click on the backdrop. */
  onClose: () => void
  title: ReactNode
  side?: keyof typeof SIDES
  /** Fixed below the scrolling content. */
  footer?: ReactNode
  children: ReactNode
}

/** A modal `<dialog>`: the browser traps the focus, handles Escape, makes the page inert and returns the focus. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, side = 'centre', footer, children } = props
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const dialog = ref.current
    return () => {
      // The browser returns the focus when a dialog closes, not when it is removed.
      if (!dialog?.open) return
      dialog.close()
      requestAnimationFrame(() => document.activeElement === document.body && focusHeading())
    }
  }, [])
  useEffect(() => {
    const dialog = ref.current
    if (open && dialog && !dialog.open) {
      dismissToasts()
      dialog.showModal()
    }
    if (!open && dialog?.open) dialog.close()
  }, [open])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes it too
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      // React passes the events of a dialog within this one on to it.
      onClose={({ target }) => target === ref.current && onClose()}
      onClick={({ target }) => target === ref.current && onClose()}
      className={cx(
        'flex-col overflow-hidden border border-line bg-card text-ink open:flex backdrop:bg-peacock-deep/60',
        SIDES[side],
      )}
    >
      {open && (
        <>
          <div className="flex items-center gap-4 border-b border-line py-2 pr-2 pl-5">
            <h2 id={titleId} className="grow text-lg font-bold">
              {title}
            </h2>
            <IconButton label={t`Close`} onClick={onClose} className="ml-auto">
              <X aria-hidden className="size-6" />
            </IconButton>
          </div>
          <div
            className={cx(
              'min-h-0 grow overscroll-contain',
              side === 'full' ? 'overflow-hidden' : 'overflow-y-auto p-5',
            )}
          >
            {children}
          </div>
          {footer && <div className="border-t border-line p-4">{footer}</div>}
        </>
      )}
    </dialog>
  )
}
