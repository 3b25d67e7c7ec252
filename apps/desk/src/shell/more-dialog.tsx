import { PlainButton } from '@haat/ui/button'
import { Search } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useMe } from '../api/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { NavContent, NavEntries, useNav } from './nav.tsx'
import { useUserItems } from './user-menu.tsx'

const ROW =
  'flex min-h-13 w-full items-center gap-4 rounded-md px-2 text-left font-semibold hover:bg-paper-deep'

export function MoreDialog({ onClose, onFind }: { onClose: () => void; onFind: () => void }) {
  const { staff, shop_name } = useMe()
  const nav = useNav().filter(({ onPhone }) => !onPhone)
  const items = [{ label: 'Find', icon: Search, onClick: onFind }, ...useUserItems()]
  return (
    <Dialog onClose={onClose} title={shop_name} text={`${staff.name}, ${staff.role}`}>
      <div className="grid gap-1">
        <NavEntries
          nav={nav}
          draw={(entry) => (
            <Link to={entry.path} onClick={onClose} className={ROW}>
              <NavContent entry={entry} />
            </Link>
          )}
        />
        {items.map(({ label, icon: Icon, onClick }) => (
          <PlainButton
            key={label}
            className={ROW}
            onClick={() => {
              onClose()
              onClick()
            }}
          >
            {Icon && <Icon aria-hidden className="size-5" />}
            {label}
          </PlainButton>
        ))}
      </div>
    </Dialog>
  )
}
