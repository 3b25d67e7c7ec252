import { PlainButton } from '@haat/ui/button'
import { Bell, BellOff, ChevronsUpDown, LogOut, UserRound } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useMe } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { useBell } from './bell.ts'
import { useLogout } from './leave.ts'

/** What everybody can do for themselves. */
export function useUserItems(): MenuItem[] {
  const navigate = useNavigate()
  const logout = useLogout()
  const [isOn, setIsOn] = useBell()
  return [
    { label: 'Your account', icon: UserRound, onClick: () => void navigate(paths.account) },
    {
      label: isOn ? 'Turn the bell off' : 'Ring a bell for new orders',
      icon: isOn ? BellOff : Bell,
      onClick: () => setIsOn(!isOn),
    },
    { label: 'Log out', icon: LogOut, onClick: () => void logout() },
  ]
}

export function UserMenu() {
  const { staff } = useMe()
  return (
    <Menu
      side="top"
      items={useUserItems()}
      trigger={
        <PlainButton className="flex min-h-12 w-full items-center gap-3 rounded-md px-3 text-left hover:bg-paper-deep">
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold">{staff.name}</span>
            <span className="block truncate text-xs text-ink-soft capitalize">{staff.role}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-soft" />
        </PlainButton>
      }
    />
  )
}
