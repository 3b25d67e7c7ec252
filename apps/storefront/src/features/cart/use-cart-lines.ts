import type { CartItem, SavedItem } from '@haat/contract/cart'
import type { QueryClient } from '@tanstack/react-query'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, contract, messageOf } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'
import { cartQuery, savedQuery } from './cart.queries.ts'

const CART = cartQuery().queryKey
const SAVED = savedQuery().queryKey
const CHANGES = ['cart-change']

/** Changes of the cart run one after the other, in the order of the shopper's clicks. */
const inTurn = { mutationKey: CHANGES, scope: { id: 'cart' } }

interface Shelves {
  cart: CartItem[] | undefined
  saved: SavedItem[] | undefined
}

const read = (client: QueryClient): Shelves => ({
  cart: client.getQueryData(CART),
  saved: client.getQueryData(SAVED),
})

/** Shows a change before the server knows of it; gives back how things stood. */
async function showAtOnce(client: QueryClient, change: (shelves: Shelves) => Shelves): Promise<Shelves> {
  await Promise.all([client.cancelQueries({ queryKey: CART }), client.cancelQueries({ queryKey: SAVED })])
  const before = read(client)
  put(client, change(before))
  return before
}

function put(client: QueryClient, { cart, saved }: Shelves): void {
  if (cart) client.setQueryData(CART, cart)
  if (saved) client.setQueryData(SAVED, saved)
}

/** Whether no later change waits: only then is what the server says also what the shopper wants. */
const isLast = (client: QueryClient): boolean => client.isMutating({ mutationKey: CHANGES }) === 1

/** The spec has failed changes of the cart logged and not shown. */
function takeBack(client: QueryClient, error: Error, before: Shelves | undefined): void {
  console.warn('Could not change the cart:', error.message)
  if (before && isLast(client)) put(client, before)
}

function settle(client: QueryClient): Promise<unknown> | undefined {
  if (!isLast(client)) return undefined
  return Promise.all([
    client.invalidateQueries({ queryKey: CART }),
    client.invalidateQueries({ queryKey: SAVED }),
  ])
}

/** Sets a line's quantity: shown at once, taken back on refusal. A change that a later one overtakes is not sent. */
export function useSetQuantity() {
  const client = useQueryClient()
  return useMutation({
    ...inTurn,
    mutationFn: async ({ line, quantity }: { line: CartItem; quantity: number }) => {
      const shown = read(client).cart?.find(({ cart_item_id }) => cart_item_id === line.cart_item_id)
      if (shown?.quantity !== quantity) return
      await call(contract.cart.update, { body: { cart_item_id: line.cart_item_id, quantity } })
    },
    onMutate: ({ line, quantity }) =>
      showAtOnce(client, ({ cart, saved }) => ({
        cart: cart?.map((other) =>
          other.cart_item_id === line.cart_item_id ? { ...other, quantity } : other,
        ),
        saved,
      })),
    onError: (error, _change, before) => takeBack(client, error, before),
    onSettled: () => settle(client),
  })
}

/** Steps a line's quantity. Each quick click counts, also before the screen has shown the one before it. */
export function useStepQuantity(line: CartItem): (quantity: number) => void {
  const { mutate } = useSetQuantity()
  const wanted = useRef<number | null>(null)
  return (quantity) => {
    const next = Math.max(1, (wanted.current ?? line.quantity) + quantity - line.quantity)
    wanted.current = next
    const forget = () => {
      if (wanted.current === next) wanted.current = null
    }
    mutate({ line, quantity: next }, { onSettled: forget })
  }
}

const without = (cart: CartItem[] | undefined, line: CartItem) =>
  cart?.filter(({ cart_item_id }) => cart_item_id !== line.cart_item_id)

/** Takes a line out of the cart. */
export function useRemoveLine() {
  const client = useQueryClient()
  return useMutation({
    ...inTurn,
    mutationFn: (line: CartItem) => call(contract.cart.remove, { params: { id: line.cart_item_id } }),
    onMutate: (line) => showAtOnce(client, ({ cart, saved }) => ({ cart: without(cart, line), saved })),
    onError: (error, _line, before) => takeBack(client, error, before),
    onSettled: () => settle(client),
  })
}

const savedFrom = ({ cart_item_id, ...line }: CartItem): SavedItem => ({
  ...line,
  saved_item_id: -cart_item_id,
})

/** Moves lines out of the cart to what is saved for later. What cannot be moved stays, and is logged. */
export function useSaveForLater() {
  const client = useQueryClient()
  return useMutation({
    ...inTurn,
    mutationFn: async (lines: readonly CartItem[]) => {
      const moves = await Promise.allSettled(
        lines.map(({ cart_item_id }) => call(contract.cart.saveForLater, { body: { cart_item_id } })),
      )
      const failed = moves.find((move) => move.status === 'rejected')
      if (failed) throw failed.reason
    },
    onMutate: (lines) =>
      showAtOnce(client, ({ cart, saved }) => ({
        cart: lines.reduce(without, cart),
        saved: saved && [...saved, ...lines.map(savedFrom)],
      })),
    onError: (error, _lines, before) => takeBack(client, error, before),
    onSettled: () => settle(client),
  })
}

const withoutSaved = (saved: SavedItem[] | undefined, item: SavedItem) =>
  saved?.filter(({ saved_item_id }) => saved_item_id !== item.saved_item_id)

/** Moves a saved item back into the cart. A refusal is shown: it says what is left in stock. */
export function useMoveToCart() {
  const client = useQueryClient()
  return useMutation({
    ...inTurn,
    mutationFn: ({ saved_item_id }: SavedItem) =>
      call(contract.cart.moveToCart, { params: { id: saved_item_id } }),
    onMutate: (item) => showAtOnce(client, ({ cart, saved }) => ({ cart, saved: withoutSaved(saved, item) })),
    onError: (error, _item, before) => {
      takeBack(client, error, before)
      toast('error', messageOf(error, 'Something went wrong'))
    },
    onSettled: () => settle(client),
  })
}

/** Forgets a saved item. */
export function useRemoveSaved() {
  const client = useQueryClient()
  return useMutation({
    ...inTurn,
    mutationFn: ({ saved_item_id }: SavedItem) =>
      call(contract.cart.removeSaved, { params: { id: saved_item_id } }),
    onMutate: (item) => showAtOnce(client, ({ cart, saved }) => ({ cart, saved: withoutSaved(saved, item) })),
    onError: (error, _item, before) => takeBack(client, error, before),
    onSettled: () => settle(client),
  })
}
