import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { ring } from './bell.ts'
import { refreshAll } from '../api/queries.ts'

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

const Order = z.object({ id: z.int(), kind: z.nullable(z.string()) })
const Act = z.object({ act: z.string() })

/** Without the stream, as in a third tab, the desk asks this often. */
const ASK_EVERY_MS = 60_000

/** Order events that bring a merchant work. */
const NEW_ORDER = ['placed', 'paid']

function parse<S extends z.ZodMiniType>(schema: S, event: MessageEvent<unknown>): z.output<S> | undefined {
  try {
    return z.safeParse(schema, JSON.parse(String(event.data))).data
  } catch {
    return undefined
  }
}

/**
 * @param changed gets the group of acts whose rows have changed, null for any, and whether that is a new order
 * @returns ends it
 */
function listen(changed: (group: string | null, isNewOrder: boolean) => void): () => void {
  if (typeof EventSource === 'undefined') return () => undefined
  const stream = new EventSource('/api/desk/events')
  let timer: ReturnType<typeof setInterval> | undefined
  stream.addEventListener('order', (event) => {
    const order = parse(Order, event)
    changed(
      'orders',
      NEW_ORDER.some((kind) => kind === order?.kind),
    )
  })
  stream.addEventListener('act', (event) => {
    const group = parse(Act, event)?.act.split('.')[0]
    if (group !== undefined) changed(group, false)
  })
  stream.addEventListener('reset', () => changed(null, false))
  stream.addEventListener('error', () => {
    // A browser goes on by itself unless the server has refused.
    if (stream.readyState !== EventSource.CLOSED) return
    timer ??= setInterval(() => document.hidden || changed(null, false), ASK_EVERY_MS)
  })
  return () => {
    stream.close()
    clearInterval(timer)
  }
}
