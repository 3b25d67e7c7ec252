import type { Contract } from '@haat/contract'
import type { Reply } from '@haat/contract/endpoint'
import type { ShopSettings } from '@haat/contract/settings'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, createElement, type ReactNode, use } from 'react'
import { useLocation } from 'react-router-dom'
import { setServerTime } from '../lib/use-now.ts'
import { useNavigateOnce } from '../lib/use-once.ts'
import { paths } from '../paths.ts'
import { call, contract } from './client.ts'

type SettingsReply = Reply<Contract['settings']['get']>

/** The stored settings, with what follows from the server's configuration. */
export interface StorefrontSettings extends ShopSettings, Omit<SettingsReply, 'settings' | 'now'> {
  /** The server's time when it sent the settings. */
  sent_at: Date
}

/** The shop's settings. Each fetch also sets the storefront's clock to the server's. */
export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: async ({ signal }): Promise<StorefrontSettings> => {
      const { settings, now, ...rest } = await call(contract.settings.get, { signal })
      setServerTime(now)
      return { ...settings, ...rest, sent_at: now }
    },
    staleTime: 5 * 60_000,
  })

const SettingsContext = createContext<StorefrontSettings | undefined>(undefined)

/** Reads the settings once for all parts of a page: cards and their buttons use them too. */
export const SettingsProvider = ({ children }: { children: ReactNode }) =>
  createElement(SettingsContext, { value: useQuery(settingsQuery()).data }, children)

export const useSettings = (): StorefrontSettings | undefined => use(SettingsContext)

/** Where a guest goes who wants to buy: to the password, or in shops for guests to the phone number. */
export function useGuestEntry(): { path: string; isGuest: boolean } {
  const isGuest = useSettings()?.checkout.guest ?? false
  return { path: paths.auth(isGuest ? 'phone' : 'login'), isGuest }
}

/** Leads a guest to login, and back to where they are. */
export function useLoginHere(): () => void {
  const navigate = useNavigateOnce()
  const { pathname, search } = useLocation()
  return () => navigate(paths.auth('login'), { state: { from: pathname + search, fromY: window.scrollY } })
}
