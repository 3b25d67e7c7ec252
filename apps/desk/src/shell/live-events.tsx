import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listen } from '../api/events.ts'
import { refreshAll } from '../api/queries.ts'
import { ring } from './bell.ts'

/** Loads again what others have changed, and rings for new orders. */
export function LiveEvents() {
  const client = useQueryClient()
  useEffect(
    () =>
      listen((group, isNewOrder) => {
        void (group === null ? refreshAll(client) : client.invalidateQueries({ queryKey: [group] }))
        if (group !== null) void client.invalidateQueries({ queryKey: ['today'] })
        // Parcels and payments change with their orders, and who packs hears of orders alone.
        if (group === 'orders')
          for (const name of ['packing', 'payments']) void client.invalidateQueries({ queryKey: [name] })
        if (isNewOrder) ring()
      }),
    [client],
  )
  return null
}
