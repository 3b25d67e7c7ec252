import type { ShopSettings } from '@haat/contract/settings'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { settingsQuery } from '../../api/settings.queries.ts'
import { CheckoutLoading } from '../../features/checkout/checkout-loading.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback.tsx'

interface WithSettingsProps {
  children: (settings: ShopSettings & { test_bank: boolean }) => ReactNode
}

/** A checkout cannot reckon without the shop's constants: waits for them, and says so when they do not come. */
export function WithSettings({ children }: WithSettingsProps) {
  const { data, isError, refetch } = useQuery(settingsQuery())
  if (data) return children(data)
  if (!isError) return <CheckoutLoading />
  return (
    <EmptyState
      title="Something went wrong"
      text="The shop could not be reached."
      action={<Button onClick={() => void refetch()}>Try again</Button>}
    />
  )
}
