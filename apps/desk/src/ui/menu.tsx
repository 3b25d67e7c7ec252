import { Menu as Base } from '@base-ui/react/menu'
import { IconButton } from '@haat/ui/button'
import { cx } from '@haat/ui/cx'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'

export interface MenuItem {
  label: string
  icon?: LucideIcon
  onClick: () => void
  /** Loses something. */
  isDanger?: boolean
}

interface MenuProps {
  trigger: ReactElement<Record<string, unknown>>
  /** False for what is not offered now. */
  items: readonly (MenuItem | false | null | undefined)[]
  side?: 'top' | 'bottom'
}

/** A button with a list of things to do. */
export function Menu({ trigger, items, side = 'bottom' }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align="end" sideOffset={6} className="z-50 outline-none">
          <Base.Popup className="min-w-56 rounded-md border border-line-strong bg-card p-1.5 text-ink shadow-lg outline-none">
            {items
              .filter((item) => !!item)
              .map(({ label, icon: Icon, onClick, isDanger }) => (
                <Base.Item
                  key={label}
                  onClick={onClick}
                  className={cx(
                    'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 outline-none select-none data-highlighted:bg-peacock-tint',
                    isDanger && 'text-brick data-highlighted:bg-brick-tint',
                  )}
                >
                  {Icon && <Icon aria-hidden className="size-4.5 shrink-0" />}
                  {label}
                </Base.Item>
              ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface MoreMenuProps extends Pick<MenuProps, 'items'> {
  /** For screen readers: what the menu is about. */
  label: string
  className?: string
}

export function MoreMenu({ label, items, className }: MoreMenuProps) {
  return <Menu items={items} trigger={<IconButton label={label} className={className} icon={Ellipsis} />} />
}
