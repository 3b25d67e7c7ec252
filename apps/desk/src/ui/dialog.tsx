import { Dialog as Base } from '@base-ui/react/dialog'
import { Button, IconButton } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useIsWide } from '../lib/use-media-query.ts'

interface DialogProps {
  /** Called on Escape, on the close button and on a click outside; without it the dialog stays. */
  onClose?: (() => void) | undefined
  title: ReactNode
  text?: ReactNode
  /** Of a button that closes it, before the others. */
  cancel?: string
  /** Buttons, fixed below what scrolls. */
  footer?: ReactNode
  children?: ReactNode
}

/** A modal dialog: on a phone at the bottom, in the reach of a thumb. Messages stay usable beside it. */
export function Dialog({ onClose, title, text, cancel, footer, children }: DialogProps) {
  const isWide = useIsWide()
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open onOpenChange={(next) => next || onClose?.()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[#07333d]/55 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          ref={popup}
          // Not the button that closes it; on a phone no field, whose keyboard would cover the rest.
          initialFocus={() =>
            (isWide &&
              popup.current?.querySelector<HTMLElement>('input:not([type=file]), select, textarea')) ||
            popup.current
          }
          className={cx(
            'fixed z-50 flex max-h-[min(90dvh,48rem)] flex-col bg-card text-ink shadow-xl outline-none',
            'inset-x-0 bottom-0 rounded-t-lg sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[min(34rem,calc(100vw-2rem))] sm:-translate-1/2 sm:rounded-lg',
            'transition duration-150 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0 sm:data-starting-style:-translate-y-[48%]',
          )}
        >
          <div className="flex items-start gap-2 border-b border-line py-3 pr-2 pl-5">
            <div className="min-w-0 flex-1 py-1.5">
              <Base.Title className="text-lg font-bold">{title}</Base.Title>
              {text !== undefined && (
                <Base.Description className="text-sm text-ink-soft">{text}</Base.Description>
              )}
            </div>
            {onClose && <Base.Close render={<IconButton label="Close" icon={X} />} />}
          </div>
          {children !== undefined && (
            <div className="grid min-h-0 flex-1 gap-5 overflow-y-auto overscroll-contain px-5 py-5">
              {children}
            </div>
          )}
          {(footer ?? cancel) !== undefined && (
            <div className="flex flex-wrap justify-end gap-3 border-t border-line px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
              {cancel && (
                <Button variant="quiet" onClick={onClose}>
                  {cancel}
                </Button>
              )}
              {footer}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
