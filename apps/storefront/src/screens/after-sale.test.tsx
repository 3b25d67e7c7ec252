/** What a customer does with an order after it is placed: cancels it, or sends some of it back. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import { ADDRESS, type Api, removeAddresses } from '../../test/buyer.ts'
import {
  act,
  changeReply,
  endFaults,
  failCalls,
  failWith,
  logIn,
  renderShop,
  useDemoShop,
} from '../../test/render-shop.tsx'

useDemoShop()

interface Variant {
  id: number
  price: number
  stock: number
}

const click = async (name: string | RegExp, within_ = screen as Pick<typeof screen, 'findByRole'>) =>
  fireEvent.click(await within_.findByRole('button', { name }))
const shows = (text: string | RegExp) => screen.findAllByText(text)
const choose = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))

/** A product with two variants in stock at one price. */
async function findPair(api: Api): Promise<[product_id: number, Variant, Variant]> {
  type Listed = { products: { id: number; variants: Variant[] }[] }
  const { products } = await api<Listed>('GET', '/api/products/filter?limit=100&page=1')
  for (const { id, variants } of products) {
    const [first, ...others] = variants.filter(({ stock }) => stock > 5)
    const other = others.find(({ price }) => price === first?.price)
    if (first && other) return [id, first, other]
  }
  throw new Error('The demo has no such product.')
}

/** Orders two pieces in cash. */
async function order(api: Api) {
  const [product_id, variant] = await findPair(api)
  await removeAddresses(api)
  const { address } = await api<{ address: { id: number } }>('POST', '/api/users/addresses', ADDRESS)
  const items = [{ product_id, variant_id: variant.id, quantity: 2 }]
  const claims = { address_id: address.id, payment_method: 'COD', checkout: 'buy-now', items }
  const place = (total_amount: number) =>
    api<{ order_id: number }>('POST', '/api/orders/place-order', { ...claims, total_amount })
  const charge = variant.price * 2 > 50_000 ? 0 : 99
  return (await place(variant.price * 2 + charge)).order_id
}

async function delivered(api: Api): Promise<number> {
  const id = await order(api)
  await act('orders.ship', { orders: [String(id)], courier: 'Self' })
  await act('orders.deliver', { orders: [String(id)] })
  return id
}

/** Taps a variant in the form. */
const pick = async ({ id }: Variant) =>
  fireEvent.click(
    (await screen.findAllByRole<HTMLButtonElement>('button')).find(
      ({ name, value }) => name === 'variant' && value === String(id),
    )!,
  )

const open = (id: number) => renderShop(`/order-confirmation/${id}`)
const openAgain = (id: number) => {
  cleanup()
  open(id)
}
/** Asks to send one piece of an order's first item back. @returns the id of the request */
async function askFor(api: Api, id: number, asked: object, variant_id?: number): Promise<number> {
  type Ordered = { order: { order_items: { order_item_id: number }[] } }
  const { order_item_id } = (await api<Ordered>('GET', `/api/orders/${id}`)).order.order_items[0]!
  const body = { refund_upi: 'asha@okbank', ...asked, items: [{ order_item_id, quantity: 1, variant_id }] }
  return (await api<{ request: { id: number } }>('POST', `/api/orders/${id}/returns`, body)).request.id
}

const requestOf = async (api: Api, id: number) =>
  (
    await api<{ requests: { id: number; state: string; replacement: { order_id: number } | null }[] }>(
      'GET',
      `/api/orders/${id}/returns`,
    )
  ).requests.at(-1)!

describe('an order', () => {
  it('is cancelled with a reason while it is not packed', async () => {
    const api = await logIn()
    open(await order(api))
    await click('Cancel Order')
    const asked = await dialog(/^Cancel order/)
    await asked.findByText('Nothing is sent, and nothing was paid.')
    fireEvent.click(await asked.findByLabelText('Other'))
    fireEvent.change(await asked.findByLabelText(/^Your reason/), { target: { value: 'Too slow' } })
    await click('Cancel Order', asked)
    await shows('Your order is cancelled.')
    await shows('Cancelled in My Orders: Too slow')
    expect(screen.queryByRole('button', { name: 'Cancel Order' })).toBeNull()
  })

  it('is cancelled with a reason to tap', async () => {
    const api = await logIn()
    open(await order(api))
    await click('Cancel Order')
    const asked = await dialog(/^Cancel order/)
    fireEvent.click(await asked.findByLabelText('Ordered by mistake'))
    expect(asked.queryByLabelText(/^Your reason/)).toBeNull()
    await click('Cancel Order', asked)
    await shows('Cancelled in My Orders: Ordered by mistake')
  })

  it('says what goes back of a paid order that is cancelled, and when', async () => {
    const api = await logIn()
    const id = await order(api)
    failWith((request) =>
      new URL(request.url).pathname === `/api/orders/${id}`
        ? changeReply(request, ({ order }: { order: object }) =>
            Object.assign(order, { payment_method: 'ONLINE', total_amount: 1299 }),
          )
        : undefined,
    )
    open(id)
    await click('Cancel Order')
    const asked = await dialog(/^Cancel order/)
    await asked.findByText(/ ₹1,299\.00 goes back to you the way you paid, within 7 working days\.$/)
  })

  it('cannot be cancelled once the merchant packs it, which is said', async () => {
    const api = await logIn()
    const id = await order(api)
    open(id)
    await click('Cancel Order')
    await act('orders.process', { orders: [String(id)] })
    await click('Cancel Order', await dialog(/^Cancel order/))
    await shows(/We are packing this order/)
    openAgain(id)
    await shows(/We are packing this order/)
    expect(screen.queryByRole('button', { name: 'Cancel Order' })).toBeNull()
  })
})

it('is tracked from the list, on its own page where the courier has none', async () => {
  const api = await logIn()
  const orders = [String(await order(api))]
  await act('orders.ship', { orders, courier: 'Self', tracking: 'SELF 12' })
  renderShop('/account/orders?show=open')
  fireEvent.click((await screen.findAllByRole('link', { name: 'Track' }))[0]!)
  const copy = await screen.findByRole('button', { name: 'Copy Tracking Number' })
  expect(copy.closest('p')?.textContent).toMatch(/^Self SELF 12/)
  await waitFor(() => expect(document.activeElement?.id).toBe('tracking'))
  await userEvent.setup().click(copy)
  expect(await navigator.clipboard.readText()).toBe('SELF 12')
})

describe('a return', () => {
  beforeAll(() => {
    // jsdom lacks both.
    URL.createObjectURL = () => 'blob:preview'
    URL.revokeObjectURL = () => undefined
  })

  it('is asked for with a photo, answered, and refunded to the UPI id', async () => {
    const api = await logIn()
    const id = await delivered(api)
    open(id)
    await click('Return or Exchange')
    await click('Send Request')
    await shows('Please choose a reason')
    expect(screen.queryByLabelText('Add photos')).toBeNull()
    await choose('Why do you send it back?', 'damaged')
    await click('Send Request')
    await shows('Please enter the UPI id that your refund goes to')
    expect(document.activeElement).toBe(screen.getByLabelText('Your UPI id'))
    await choose('Your UPI id', 'asha')
    await click('Send Request')
    await shows('A UPI id looks like name@bank')
    await choose('Your UPI id', 'asha@okbank')
    expect(screen.getByLabelText<HTMLSelectElement>('Pieces').value).toBe('1')
    const photo = new File([Uint8Array.from(PNG)], 'scratch.png', { type: 'image/png' })
    const text = new File(['no picture'], 'notes.txt', { type: 'text/plain' })
    const add = async (files: File[]) =>
      fireEvent.change(await screen.findByLabelText(/^Add (photos|more)$/), { target: { files } })
    await add([text])
    await shows(/^“notes.txt” is not a picture that can be shown/)
    const broken = new File(['no picture'], 'broken.png', { type: 'image/png' })
    await add([broken])
    fireEvent.error(await screen.findByAltText('Preview of photo 1'))
    await shows(/^“broken.png” is not a picture/)
    expect(screen.queryByAltText('Preview of photo 1')).toBeNull()
    await add(Array.from({ length: 9 }, (_, at) => new File([], `${at}.png`, { type: 'image/png' })))
    await shows(/^Only \d photos can be added\.$/)
    for (const remove of screen.getAllByRole('button', { name: /^Remove photo/ })) fireEvent.click(remove)
    await add([photo])
    await screen.findByAltText('Preview of photo 1')
    await click('Send Request')
    await shows('We have your request, and tell you what comes next.')
    await screen.findByRole('heading', { level: 1, name: 'Return requested' })
    await shows('Requested')
    await shows(/^You get back ₹[\d,.]+ by UPI to asha@okbank, within 7 working days of its arrival\.$/)
    const shown = await screen.findByAltText('Your photo 1')
    await waitFor(() => expect(shown.getAttribute('src')).toBe('blob:preview'))
    const request = (await requestOf(api, id)).id
    await act('returns.accept', { request, answer: 'Our courier comes on Tuesday.' })
    openAgain(id)
    await shows('Our courier comes on Tuesday.')
    await act('returns.receive', { request, refund_instead: false })
    openAgain(id)
    await shows(/Your refund of ₹[\d,.]+ to asha@okbank is due: it reaches you within 7 working days\.$/)
    await shows(/^₹[\d,.]+ due$/)
  })

  it('becomes an exchange for another variant, and links to its order', async () => {
    const api = await logIn()
    const id = await delivered(api)
    const [, own, other] = await findPair(api)
    open(id)
    await click('Return or Exchange')
    fireEvent.click(await screen.findByLabelText(/An exchange/))
    expect(screen.queryByLabelText('Your UPI id')).toBeNull()
    await click('Send Request')
    await shows('Please choose a reason')
    await shows(/Please choose what you want instead/)
    await pick(own)
    await shows('The same again.')
    await choose('Why do you send it back?', 'size')
    expect(screen.queryByText('The same again.')).toBeNull()
    await click('Send Request')
    await shows(/Please choose what you want instead/)
    expect(screen.getByRole('group', { name: /^In exchange for/ }).contains(document.activeElement)).toBe(
      true,
    )
    await pick(other)
    await click('Send Request')
    await shows('Exchange')
    await waitFor(() => expect(document.activeElement?.id).toBe('returns'))
    await shows(/^1 × /)
    const request = (await requestOf(api, id)).id
    await act('returns.accept', { request, answer: 'Send it to us.' })
    await act('returns.receive', { request, refund_instead: false })
    openAgain(id)
    await screen.findByRole('link', { name: /^See order #/ })
    await shows(/is sent to you instead, with nothing to pay/)
    const orders = [String((await requestOf(api, id)).replacement!.order_id)]
    await act('orders.ship', { orders, courier: 'Self' })
    openAgain(id)
    await shows(/is on its way to you instead, with nothing to pay/)
    await act('orders.lose', { orders })
    openAgain(id)
    await shows(/did not stay with you: you get your money back/)
  })

  it('becomes an exchange for a new one of the same where the shop got it wrong', async () => {
    const api = await logIn()
    open(await delivered(api))
    await click('Return or Exchange')
    fireEvent.click(await screen.findByLabelText(/An exchange/))
    await choose('Why do you send it back?', 'damaged')
    await click('Send Request')
    await shows(/^1 × .*, in exchange for a new one$/)
  })

  it('is refused, which heads the order and marks it in the list', async () => {
    const api = await logIn()
    const id = await delivered(api)
    const request = await askFor(api, id, { wish: 'refund', reason: 'not_wanted' })
    await act('returns.refuse', { request, reason: 'It was worn outside.' })
    open(id)
    const heading = await screen.findByRole('heading', { level: 1, name: 'Return not accepted' })
    within(heading.closest('header')!).getByText('It was worn outside.')
    cleanup()
    renderShop('/account/orders')
    await shows('Return not accepted')
  })

  it('tells of what is sent in exchange and of what is paid back, of one order, and where that went', async () => {
    const api = await logIn()
    const id = await delivered(api)
    const [, , other] = await findPair(api)
    const receive = async (request: number) => {
      await act('returns.accept', { request, answer: 'Send it to us.' })
      await act('returns.receive', { request, refund_instead: false })
    }
    await receive(await askFor(api, id, { wish: 'exchange', reason: 'size' }, other.id))
    await receive(await askFor(api, id, { wish: 'refund', reason: 'damaged' }))
    open(id)
    await screen.findByRole('heading', { level: 1, name: 'Exchange and refund' })
    await shows(/ is sent to you instead, .* Your refund of ₹[\d,.]+ to asha@okbank is due/)
    await screen.findByRole('link', { name: /^See order #/ })
    await act('orders.refund', { orders: [String(id)] })
    openAgain(id)
    await shows('Refunded')
    await shows(/^₹[\d,.]+ paid to asha@okbank on /)
    expect(screen.getAllByText('Goods received')).toHaveLength(1)
  })

  it('keeps the form when the request fails, and can be withdrawn', async () => {
    const api = await logIn()
    const id = await delivered(api)
    open(id)
    await click('Return or Exchange')
    await choose('Why do you send it back?', 'size')
    await choose('Your UPI id', 'asha@okbank')
    failCalls('POST', /returns$/)
    await click('Send Request')
    await shows('The request could not be sent. Please try again.')
    endFaults()
    const photo = new File([Uint8Array.from(PNG)], 'scratch.png', { type: 'image/png' })
    const broken = new File(['no picture'], 'notes.png', { type: 'image/png' })
    fireEvent.change(await screen.findByLabelText('Add photos'), { target: { files: [photo, broken] } })
    await click('Send Request')
    await shows(
      /We have your request, but not “notes.png”. The photo: Not a PNG, JPEG, WebP or AVIF picture\./,
    )
    await screen.findByAltText('Your photo 1')
    failCalls('POST', /photos$/)
    fireEvent.change(await screen.findByLabelText('Add photos'), { target: { files: [photo] } })
    await shows('We could not take “scratch.png”. It could not be sent.')
    await click('Withdraw Request')
    const asked = await dialog('Withdraw your request?')
    await click('Keep It', asked)
    expect((await requestOf(api, id)).state).toBe('REQUESTED')
    await click('Withdraw Request')
    await click('Withdraw Request', await dialog('Withdraw your request?'))
    await shows('Your request is withdrawn.')
    await waitFor(() => expect(document.activeElement?.id).toBe('returns'))
    await waitFor(async () => expect((await requestOf(api, id)).state).toBe('WITHDRAWN'))
    await shows('You have withdrawn this request.')
  })
})

/** One red pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)
