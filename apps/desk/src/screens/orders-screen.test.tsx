import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { elsewhere, loseSession, logIn, openDesk, useDemoShop } from '../../test/render-desk.tsx'

useDemoShop()

interface Order {
  id: number
  status: string
  shipping_street: string
}

const statusOf = async (id: number) => (await elsewhere<Order>('GET', `/api/desk/orders/${id}`)).status

const rows = () => screen.findAllByRole('row').then((found) => found.slice(1))

it('keeps view, search and order in the address', async () => {
  await openDesk('/orders?status=DELIVERED&sort=amount')
  const amounts = (await rows()).map((row) =>
    Number(/₹([\d,.]+)/.exec(row.textContent)?.[1]?.replaceAll(',', '')),
  )
  expect(amounts.length).toBeGreaterThan(2)
  expect(amounts).toEqual(amounts.toSorted((one, other) => one - other))
  await userEvent.type(screen.getByLabelText('Search'), 'nobody at all')
  const wanted = '?status=DELIVERED&sort=amount&search=nobody+at+all'
  await waitFor(() => expect(window.location.search).toBe(wanted))
  await screen.findByText('Nothing found')
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await screen.findByRole('link', { name: '#12' })
  expect(window.location.search).toBe('?sort=amount')
})

it('goes through the rows and selects them by keys', async () => {
  await openDesk('/orders')
  await screen.findByRole('link', { name: '#12' })
  await userEvent.keyboard('jjx')
  const bar = within(await screen.findByRole('region', { name: 'Selected rows' }))
  bar.getByText('1 selected')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select order 11' }).checked).toBe(true)
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('heading', { name: 'Order #11' })
})

it('chooses an item by arrow keys, and takes no order by Enter', async () => {
  await openDesk('/orders/new')
  await userEvent.type(await screen.findByLabelText('Add an item'), 'student microscope')
  const found = within(await screen.findByRole('listbox', { name: 'Found for student microscope' }))
  const [, second] = found.getAllByRole('option')
  const name = second?.textContent
  await userEvent.keyboard('{ArrowDown}{Enter}')
  const chosen = await screen.findByRole('button', { name: /^Remove/ })
  expect(name).toContain(chosen.ariaLabel?.replace('Remove ', ''))
  expect(screen.queryByRole('listbox')).toBeNull()
  await userEvent.type(screen.getByLabelText('Name'), 'Latha{Enter}')
  await userEvent.type(screen.getByLabelText('Add an item'), '{Enter}')
  await userEvent.type(screen.getByLabelText(/^Coupon code/), '{Enter}')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('ships an order, and undoes it', async () => {
  await openDesk('/orders/11')
  await userEvent.click(await screen.findByRole('button', { name: 'Ship' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ship the order' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Ship' }))
  await dialog.findByText('Who takes the parcel?')
  await userEvent.type(dialog.getByLabelText('Courier'), 'Blue Dart')
  await userEvent.click(dialog.getByRole('button', { name: 'Ship' }))
  await screen.findByText('Order 11 is shipped.')
  expect(await statusOf(11)).toBe('SHIPPED')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText(/^Undone/)
  expect(await statusOf(11)).toBe('PROCESSING')
  await screen.findByRole('button', { name: 'Ship' })
})

it('asks before it writes an invoice for a parcel that has not left', async () => {
  await openDesk('/orders/12')
  await userEvent.click(await screen.findByRole('button', { name: 'Invoice' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Write the invoice now?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Not now' }))
  expect(await elsewhere('GET', '/api/desk/orders/12')).toMatchObject({ documents: [] })
})

const STREET = 'House and street'

async function editStreet(text: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Change' }))
  const street = await screen.findByLabelText(STREET)
  await userEvent.clear(street)
  await userEvent.type(street, text)
}

it('overwrites nothing that somebody else has changed: both are shown, and one is chosen', async () => {
  await openDesk('/orders/12')
  await editStreet('1, My Road')
  await elsewhere('POST', '/api/desk/orders/12/address', { street: '2, Their Road', name: 'Asha M' })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Somebody else has changed this' }))
  dialog.getByText('Asha M')
  expect(dialog.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true)
  await userEvent.click(dialog.getByLabelText('Yours: 1, My Road'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(async () => {
    const order = await elsewhere<Order & { shipping_name: string }>('GET', '/api/desk/orders/12')
    expect(order).toMatchObject({ shipping_street: '1, My Road', shipping_name: 'Asha M' })
  })
})

it('asks for a login over the page where the session has ended, and then saves what was typed', async () => {
  await openDesk('/orders/12')
  await editStreet('3, Late Road')
  loseSession()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('dialog', { name: 'Please log in again' })
  await userEvent.clear(screen.getByLabelText('Email'))
  await logIn()
  await screen.findByText(/sent to another address/)
  expect(await elsewhere('GET', '/api/desk/orders/12')).toMatchObject({ shipping_street: '3, Late Road' })
})
