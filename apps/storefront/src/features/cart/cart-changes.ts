/** The changes of the cart page. They are not in `cart.queries.ts`, which every page loads for the cart's count. */
import { t } from '@lingui/core/macro'
import type { CartItem, SavedItem } from '@haat/contract/cart'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, contract, isUnreached, messageOf } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { offerUndo, toast } from '../../ui/toast.ts'
import { cartQuery, savedQuery } from './cart.queries.ts'

const CART = cartQuery().queryKey
const SAVED = savedQuery().queryKey
export const CHANGES = ['cart-change']

/** What the screens show: the cached cart and the cached saved items; undefined while loading. */
type Lists = { cart?: CartItem[] | undefined; saved?: SavedItem[] | undefined }

const read = (client: QueryClient): Lists => ({
  cart: client.getQueryData(CART),
  saved: client.getQueryData(SAVED),
})

function write(client: QueryClient, { cart, saved }: Lists): void {
  if (cart) client.setQueryData(CART, cart)
  if (saved) client.setQueryData(SAVED, saved)
}

/** What a cart says that the shop cannot change now. */
export const cartIsOld = (): string =>
  t`No connection. This is your cart as you saw it last: you can change and buy it once you are online.`

/** Whether no other change is pending. Until then the server's lists are older than the shopper's. */
const isLast = (client: QueryClient): boolean => client.isMutating({ mutationKey: CHANGES }) === 1

interface CartChange<Input> {
  send: (input: Input, client: QueryClient) => Promise<unknown>
  /** The lists that the change makes others, before the server has answered. */
  preview: (lists: Lists, input: Input) => Lists
  onRefused?: (error: Error) => void
}

/**
 * A change of cart and saved items. It shows at once and is rolled back on refusal, which is logged, as specified; a shop
 * out of reach is told.
 * Changes are sent one after the other, in the order of the clicks. The promise of `run` never rejects.
 */
function useCartChange<Input>({ send, preview, onRefused }: CartChange<Input>) {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationKey: CHANGES,
    scope: { id: 'cart' },
    mutationFn: (input: Input) => send(input, client),
    onMutate: async (input) => {
      await Promise.all([CART, SAVED].map((queryKey) => client.cancelQueries({ queryKey })))
      const before = read(client)
      write(client, preview(before, input))
      return before
    },
    onError: (error, _input, before) => {
      console.warn('Could not change the cart:', error.message)
      if (before && isLast(client)) write(client, before)
      if (isUnreached(error)) toast('error', cartIsOld())
      else onRefused?.(error)
    },
    onSettled: async () => {
      if (!isLast(client)) return
      await Promise.all([CART, SAVED].map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
  const run = async (input: Input): Promise<unknown> => {
    // The device shows a cart that the shop has not sent since.
    if (!read(client).cart) return toast('error', cartIsOld())
    return mutateAsync(input).catch(() => undefined)
  }
  return { run, isPending }
}

/** Cart and saved items have one entry of a variant. */
const isSame = (a: { variant_id: number }, b: { variant_id: number }): boolean =>
  a.variant_id === b.variant_id

/** Sets a line's quantity. A quantity that a later click replaces is not sent. */
export const useSetQuantity = () =>
  useCartChange({
    send: async ({ line, quantity }: { line: CartItem; quantity: number }, client) => {
      const current = read(client).cart?.find((other) => isSame(other, line))
      if (current?.quantity !== quantity) return
      await call(contract.cart.update, { body: { cart_item_id: line.cart_item_id, quantity } })
    },
    preview: ({ cart }, { line, quantity }) => ({
      cart: cart?.map((other) => (isSame(other, line) ? { ...other, quantity } : other)),
    }),
  })

/** Steps and sets a line's quantity. Quick steps add up, also before the screen shows the first of them. */
export function useLineQuantity(line: CartItem) {
  const { run } = useSetQuantity()
  const pending = useRef<number | null>(null)
  const set = (quantity: number): void => {
    pending.current = quantity
    void run({ line, quantity }).finally(() => {
      if (pending.current === quantity) pending.current = null
    })
  }
  const step = (by: 1 | -1): void => set(Math.max(1, (pending.current ?? line.quantity) + by))
  return { set, step }
}

const without = <Line extends { variant_id: number }>(lines: Line[] | undefined, line: Line) =>
  lines?.filter((other) => !isSame(other, line))

const couldNot = (error: Error): void => toast('error', messageOf(error, t`Something went wrong`))

const shown = (item: CartItem | SavedItem) => ({
  ...{ picture: item.media_url, text: item.product_name },
  page: paths.product(item.product_id, item.product_name, item.variant_id),
})

/** Removes a line, and offers to put it back. */
export function useRemoveLine() {
  const { run: restore } = useCartChange({
    send: ({ variant_id, quantity, added_at }: CartItem) =>
      call(contract.cart.add, { body: { variant_id, quantity, added_at } }),
    preview: ({ cart }, line) => ({
      cart: cart && [...cart, line].toSorted((a, b) => Number(a.added_at) - Number(b.added_at)),
    }),
    onRefused: couldNot,
  })
  return useCartChange({
    send: async (line: CartItem) => {
      await call(contract.cart.remove, { params: { id: line.cart_item_id } })
      offerUndo(shown(line), t`Removed from the cart`, () => restore(line))
    },
    preview: ({ cart }, line) => ({ cart: without(cart, line) }),
  })
}

/** Moves lines from the cart to the saved items. Lines that cannot be moved stay. */
export const useSaveForLater = () =>
  useCartChange({
    send: async (lines: readonly CartItem[]) => {
      const moves = await Promise.allSettled(
        lines.map(({ cart_item_id }) => call(contract.cart.saveForLater, { body: { cart_item_id } })),
      )
      const failed = moves.find((move) => move.status === 'rejected')
      if (failed) throw failed.reason
      const [line] = lines
      const item = line && lines.length === 1 ? shown(line) : undefined
      toast('success', t`Saved for later`, 'page', undefined, item)
    },
    preview: ({ cart }, lines) => ({ cart: lines.reduce(without, cart) }),
  })

/** Moves a saved item to the cart. The refusal is shown, since it says how many are left. */
export const useMoveToCart = () =>
  useCartChange({
    send: (item: SavedItem) => call(contract.cart.moveToCart, { params: { id: item.saved_item_id } }),
    preview: ({ saved }, item) => ({ saved: without(saved, item) }),
    onRefused: couldNot,
  })

/** Removes a saved item, and offers to put it back by way of the cart, unless that has the variant too. */
export function useRemoveSaved() {
  const { run: restore } = useCartChange({
    send: async ({ variant_id, quantity }: SavedItem) => {
      const { cart_item } = await call(contract.cart.add, { body: { variant_id, quantity } })
      const { cart_item_id } = cart_item
      await call(contract.cart.saveForLater, { body: { cart_item_id } })
    },
    preview: ({ saved }, item) => ({ saved: saved && [...saved, item] }),
    onRefused: couldNot,
  })
  return useCartChange({
    send: async (item: SavedItem, client) => {
      await call(contract.cart.removeSaved, { params: { id: item.saved_item_id } })
      if (read(client).cart?.some((line) => isSame(line, item))) return
      offerUndo(shown(item), t`Removed from what is saved for later`, () => restore(item))
    },
    preview: ({ saved }, item) => ({ saved: without(saved, item) }),
  })
}
