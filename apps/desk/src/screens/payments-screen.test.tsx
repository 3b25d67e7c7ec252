import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { elsewhere, openDesk, renderDesk, useDemoShop } from '../../test/render-desk.tsx'

useDemoShop()

interface Taken {
  id: number
  payment_url: string
}

const set = (values: object) => elsewhere('PATCH', '/api/desk/settings', { set: values })

const take = (payment: string, phone: string) =>
  elsewhere<Taken>('POST', '/api/desk/orders', {
    ...{ phone, name: 'Latha Rao', street: '12 MG Road', city: 'Bengaluru', state: 'Karnataka' },
    ...{ pin: '560001', item: ['#1=1'], payment },
  })

/** The customer tells the UTR. */
const tell = (payment_url: string, utr: string) =>
  fetch(
    new Request(`http://localhost${new URL(payment_url).pathname}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ utr }).toString(),
    }),
  )

const statusOf = async (id: number) =>
  (await elsewhere<{ status: string }>('GET', `/api/desk/orders/${id}`)).status

it('sets a UPI id and the order of providers, and shows what a phone would scan', async () => {
  await openDesk('/settings/payments')
  await userEvent.type(await screen.findByLabelText(/^Your UPI id/), 'haatshop@okhdfcbank')
  expect((await screen.findByRole('img', { name: /^QR code of upi:/ })).getAttribute('aria-label')).toContain(
    'pa=haatshop@okhdfcbank',
  )
  const providers = within(await screen.findByRole('list', { name: /^Providers of online payment/ }))
  await userEvent.click(providers.getByRole('button', { name: 'Test bank up' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  const settings = await elsewhere<{ payments: unknown }>('GET', '/api/desk/settings')
  expect(settings.payments).toMatchObject({
    providers: ['test-bank', 'upi'],
    upi: { id: 'haatshop@okhdfcbank' },
  })
})

it('keeps the keys of a gateway, says what is missing, and removes them by name', async () => {
  await openDesk('/settings/payments')
  const razorpay = () =>
    within(screen.getByRole('heading', { name: 'Razorpay' }).closest<HTMLElement>('section')!)
  await screen.findByRole('heading', { name: 'Razorpay' })
  const typed = async () => within(await screen.findByRole('dialog', { name: 'Keys of Razorpay' }))
  await userEvent.click(razorpay().getByRole('button', { name: 'Enter keys' }))
  await userEvent.type((await typed()).getByLabelText('Key id'), 'rzp_test_1DP5mmOlF5G5ag')
  const asked = vi.spyOn(window, 'confirm').mockReturnValue(false)
  await userEvent.click((await typed()).getByRole('button', { name: 'Close' }))
  await userEvent.keyboard('{Escape}')
  expect(asked).toHaveBeenCalledTimes(2)
  asked.mockRestore()
  await userEvent.click((await typed()).getByRole('button', { name: 'Save keys' }))
  await screen.findByText('Keys incomplete')
  expect(razorpay().getByRole('alert').textContent).toContain('Secret of the webhook')
  await userEvent.click(razorpay().getByRole('button', { name: 'Change keys' }))
  expect((await typed()).getByLabelText<HTMLInputElement>('Key id').value).toBe('')
  await userEvent.type((await typed()).getByLabelText('Key secret'), 'secret-of-twenty-1')
  await userEvent.type((await typed()).getByLabelText(/^Secret of the webhook/), 'another-secret')
  await userEvent.click((await typed()).getByRole('button', { name: 'Save keys' }))
  await screen.findByText('Test keys: no money moves')
  expect(document.body.innerHTML).not.toContain('secret-of-twenty-1')
  await userEvent.click(razorpay().getByRole('button', { name: 'Remove keys' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the keys of Razorpay?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Remove the keys of Razorpay' }))
  await screen.findByText('The keys of Razorpay are removed.')
})

it('asks for the call about an order in cash, and takes what the customer says', async () => {
  await set({ 'payments.cod_confirm': 'yes', 'payments.cod_fee': '40' })
  const { id } = await take('COD', '9812345671')
  await openDesk(`/orders/${id}`)
  const step = within(await screen.findByRole('region', { name: 'Next step' }))
  step.getByRole('heading', { name: 'Not confirmed yet: call the customer' })
  expect(step.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:+919812345671')
  screen.getByText('Cash on delivery fee')
  await userEvent.click(step.getByRole('button', { name: 'Confirmed' }))
  await screen.findByRole('heading', { name: 'Pack 1 piece' })
})

it('compares a payment by UPI with the bank: not found, then confirmed with more than the order costs', async () => {
  await set({ 'payments.upi.id': 'haatshop@okhdfcbank', 'payments.providers': 'upi' })
  const { id, payment_url } = await take('ONLINE', '9812345670')
  await tell(payment_url, '412345678901')
  await openDesk('/payments')
  const card = () => screen.findByRole('article', { name: `Payment of order ${id}` }).then(within)
  ;(await card()).getByText('4123 4567 8901')
  const [{ reference } = { reference: '' }] = await elsewhere<{ reference: string }[]>(
    'GET',
    '/api/desk/payments?waiting=true',
  )
  expect(reference).toMatch(/^\w{10}P\d+$/)
  ;(await card()).getByText(new RegExp(`note ${reference}$`))
  await screen.findByRole('link', { name: 'Payments, 1 waiting' })
  await userEvent.click((await card()).getByRole('button', { name: 'Not found' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Ask the customer' }))
  await screen.findByText('No payment waits for you')
  await tell(payment_url, '412345678902')
  cleanup()
  renderDesk('/payments')
  await userEvent.click((await card()).getByRole('button', { name: 'My bank has it' }))
  const received = await screen.findByLabelText(/^Another amount came/)
  await userEvent.type(received, '10')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm payment' }))
  await screen.findByText(/Ask the customer for the rest, or pay back what came/)
  await userEvent.clear(received)
  await userEvent.type(received, '5000')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm payment' }))
  await screen.findByText(`The payment of order ${id} is confirmed.`)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Payments' })))
  expect(await statusOf(id)).toBe('CONFIRMED')
  await userEvent.click(screen.getByRole('link', { name: /^Refunds/ }))
  await screen.findByText('By you; the customer has given no UPI id')
  await userEvent.click(await screen.findByRole('button', { name: 'Paid back' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Record refund' }))
  await screen.findByText('No refund is open')
  cleanup()
  renderDesk(`/orders/${id}`)
  await screen.findByText('Customer gave UTR 4123 4567 8901')
  screen.getByText(/did not find UTR 4123 4567 8901$/)
  screen.getByText(/confirmed UTR 4123 4567 8902$/)
  expect(screen.queryByText(/You told us/)).toBeNull()
  screen.getByText(`Note ${reference}`)
})

it('says to the second of two people that somebody has answered already', async () => {
  await set({ 'payments.upi.id': 'haatshop@okhdfcbank', 'payments.providers': 'upi' })
  const { id, payment_url } = await take('ONLINE', '9812345677')
  await tell(payment_url, '412345678907')
  const events = new Map<string, () => void>()
  vi.stubGlobal('EventSource', function listen() {
    return { addEventListener: events.set.bind(events), close: () => undefined }
  })
  await openDesk('/payments')
  const card = within(await screen.findByRole('article', { name: `Payment of order ${id}` }))
  await userEvent.click(card.getByRole('button', { name: 'My bank has it' }))
  const dialog = within(await screen.findByRole('dialog'))
  await elsewhere('POST', `/api/desk/payments/${id}/not-found`, {})
  events.get('reset')!()
  // Its card is gone, and its dialog is not.
  await screen.findByText('No payment waits for you')
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm payment' }))
  await dialog.findByText(/somebody said Not found/)
  expect(await statusOf(id)).toBe('PENDING')
  vi.stubGlobal('EventSource', undefined)
  await elsewhere('POST', '/api/desk/orders/cancel', { orders: [String(id)] })
})

it('says what becomes of a payment that is told after the end of its order', async () => {
  await set({ 'payments.upi.id': 'haatshop@okhdfcbank', 'payments.providers': 'upi' })
  const { id, payment_url } = await take('ONLINE', '9812345676')
  await elsewhere('POST', '/api/desk/orders/cancel', { orders: [String(id)] })
  await tell(payment_url, '412345678906')
  await openDesk('/payments')
  const card = within(await screen.findByRole('article', { name: `Payment of order ${id}` }))
  card.getByText(/^The order is cancelled\..*a refund is due then/)
  cleanup()
  renderDesk(`/orders/${id}`)
  const step = within(await screen.findByRole('region', { name: 'Next step' }))
  step.getByText(/The order is cancelled\./)
  await userEvent.click(step.getByRole('button', { name: 'My bank has it' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/The order is cancelled\..*a refund is due then/)
  expect(dialog.queryByText(/the order still waits/)).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm payment' }))
  await step.findByText(/The customer can give a UPI id/)
  await elsewhere('POST', '/api/desk/orders/refund', { orders: [String(id)] })
})

it('leads from the orders that are to be confirmed to the question about one', async () => {
  await set({ 'payments.upi.id': 'haatshop@okhdfcbank', 'payments.providers': 'upi' })
  const { id, payment_url } = await take('ONLINE', '9812345675')
  await tell(payment_url, '412345678905')
  await openDesk('/orders')
  await userEvent.click(await screen.findByRole('link', { name: /^To confirm/ }))
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Compare' })).toHaveLength(1))
  await userEvent.click(screen.getByRole('link', { name: 'Compare' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm payment' }))
  await screen.findByText(`The payment of order ${id} is confirmed.`)
})

it('tries a settlement file first, and then records what fits', async () => {
  await openDesk('/payments?view=settlement')
  const [paid] = await elsewhere<{ provider_payment_id: string; amount: number }[]>(
    'GET',
    '/api/desk/payments?provider=upi',
  )
  const sheet = `payment_id,amount,fee\n${paid!.provider_payment_id},${paid!.amount},10\npay_unknown,5,0\n`
  await userEvent.upload(await screen.findByLabelText('Choose a file'), new File([sheet], 'november.csv'))
  await screen.findByText('The shop has no such payment.')
  await userEvent.click(screen.getByRole('button', { name: 'Record 1 line' }))
  await screen.findByText('1 line is recorded. The gateway took ₹10.00.')
})

it('adds up what came in and went out', async () => {
  await openDesk('/reports/money')
  const tile = async (name: string) =>
    (await screen.findByText(name, { selector: 'dt' })).nextElementSibling?.textContent
  expect(await tile('Charges of gateways')).toBe('₹10')
  expect(await tile('Paid back')).toMatch(/^₹[1-9]/)
})
