import { staffSession } from '@haat/contract/staff/session'
import { PlainButton } from '@haat/ui/button'
import { useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff, ChevronsUpDown, LogOut, UserRound } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useBell } from './bell.ts'
import { call, messageOf } from '../api/client.ts'
import { meQuery, useMe } from '../api/queries.ts'
import { forgetSession } from '../api/session.ts'
import { clearDrafts } from '../form/drafts.ts'
import { paths } from '../paths.ts'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { toast } from '../ui/toast.ts'

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

/** Logs out, and leaves nothing of it on the device. */
function useLogout(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    try {
      await call(staffSession.logout, {}, { asksLogin: false })
    } catch (error) {
      return toast('error', messageOf(error))
    }
    await clearDrafts()
    forgetSession()
    client.clear()
    client.setQueryData(meQuery.queryKey, null)
  }
}
