import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { ring } from './bell.ts'
import { refreshAll } from '../api/queries.ts'

const Order = z.object({ kind: z.nullable(z.string()) })
const Act = z.object({ act: z.string() })

/** Without the stream, as in a third tab, the desk asks this often. */
const ASK_EVERY_MS = 60_000

/** Order events that bring a merchant work. */
const NEW_ORDER = ['placed', 'paid']

/** Parcels and payments change with their orders, and who packs hears of orders alone. */
const WITH_ORDERS = ['packing', 'payments']

function parse<S extends z.ZodMiniType>(schema: S, event: MessageEvent<unknown>): z.output<S> | undefined {
  try {
    return z.safeParse(schema, JSON.parse(String(event.data))).data
  } catch {
    return undefined
  }
}

/** Loads again what others have changed, and rings for new orders. */
export function LiveEvents() {
  const client = useQueryClient()
  useEffect(() => {
    if (typeof EventSource === 'undefined') return
    const refresh = (group: string): void => {
      for (const name of [group, 'today', ...(group === 'orders' ? WITH_ORDERS : [])])
        void client.invalidateQueries({ queryKey: [name] })
    }
    const stream = new EventSource('/api/desk/events')
    let timer: ReturnType<typeof setInterval> | undefined
    stream.addEventListener('order', (event) => {
      refresh('orders')
      if (NEW_ORDER.includes(parse(Order, event)?.kind ?? '')) ring()
    })
    stream.addEventListener('act', (event) => {
      const group = parse(Act, event)?.act.split('.')[0]
      if (group !== undefined) refresh(group)
    })
    stream.addEventListener('reset', () => void refreshAll(client))
    stream.addEventListener('error', () => {
      // A browser goes on by itself unless the server has refused.
      if (stream.readyState !== EventSource.CLOSED) return
      timer ??= setInterval(() => document.hidden || void refreshAll(client), ASK_EVERY_MS)
    })
    return () => {
      stream.close()
      clearInterval(timer)
    }
  }, [client])
  return null
}
