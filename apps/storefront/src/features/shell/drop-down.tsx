import { ChevronDown } from 'lucide-react'
import { cx } from '@haat/ui/cx'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'

export const MENU_ITEM =
  'flex min-h-11 w-full items-center px-4 text-left hover:bg-peacock-tint hover:text-peacock'

interface DropDownProps {
  label: ReactNode
  className?: string
  /** List items, given what closes the list. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a list below itself. Escape closes it, and so does leaving it. */
export function DropDown({ label, className, children }: DropDownProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const listId = useId()
  const close = () => setOpen(false)
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    close()
    button.current?.focus()
  }
  const closeWhenLeft = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) close()
  }
  return (
    <div className={cx('relative', className)} onKeyDown={closeOnEscape} onBlur={closeWhenLeft}>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 items-center gap-2 rounded-full px-3 font-semibold hover:bg-peacock-tint hover:text-peacock"
      >
        {label}
        <ChevronDown aria-hidden className="size-4 max-sm:hidden" />
      </button>
      <ul
        id={listId}
        hidden={!open}
        className="absolute top-full right-0 z-40 mt-2 w-56 overflow-hidden rounded-md border border-line bg-card py-2 shadow-lg shadow-ink/10"
      >
        {children(close)}
      </ul>
    </div>
  )
}
