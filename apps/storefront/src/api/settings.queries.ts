import type { ShopSettings } from '@haat/contract/settings'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { setServerTime } from '../lib/use-now.ts'
import { call, contract } from './client.ts'

/** The stored settings, with what follows from the server's configuration. */
export interface StorefrontSettings extends ShopSettings {
  is_set_up: boolean
  online_payment: boolean
  /** The merchant's own text pages. */
  pages: readonly { slug: string; title: string }[]
  /** The shop's address, without a slash at its end. */
  public_url: string
  test_bank: boolean
  warning: string | null
  /** The server's time when it sent the settings. */
  sent_at: Date
}

/** The shop's settings. Each fetch also sets the storefront's clock to the server's. */
export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: async ({ signal }): Promise<StorefrontSettings> => {
      const reply = await call(contract.settings.get, { signal })
      setServerTime(reply.now)
      const { settings, is_set_up, online_payment, pages, public_url, test_bank, warning, now } = reply
      return { ...settings, is_set_up, online_payment, pages, public_url, test_bank, warning, sent_at: now }
    },
    staleTime: 5 * 60_000,
  })

/** The shop's settings; undefined until they are loaded. */
export const useSettings = () => useQuery(settingsQuery()).data
