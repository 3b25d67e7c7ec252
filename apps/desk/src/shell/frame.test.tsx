import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { logIn, openDesk, renderDesk, useDemoShop } from '../../test/render-desk.tsx'

useDemoShop()

const menu = async () =>
  [...(await screen.findByRole('navigation', { name: 'Desk' })).querySelectorAll('a')].map(
    ({ textContent }) => textContent,
  )

it('asks a stranger to log in, and says when it was wrong', async () => {
  renderDesk('/orders')
  await logIn('owner@example.com', 'wrong')
  expect((await screen.findByRole('alert')).textContent).toContain('is wrong')
  expect(screen.queryByRole('navigation', { name: 'Desk' })).toBeNull()
})

it('goes on after the login to the screen that was asked for', async () => {
  await openDesk('/orders/12')
  await screen.findByRole('heading', { name: 'Order #12' })
  expect(await menu()).toEqual(expect.arrayContaining(['Today', 'Orders']))
})

it('shows a packer neither orders nor money', async () => {
  await openDesk('/', 'packer@example.com')
  await screen.findByRole('heading', { name: 'To do now' })
  expect(await menu()).not.toContain('Orders')
  expect(screen.queryByRole('heading', { name: 'Sales' })).toBeNull()
})

it.each(['/nothing/here', '/orders/9999', '/settings/nothing'])('has a heading at %s', async (address) => {
  await openDesk(address)
  await screen.findByRole('heading', { name: 'Not found', level: 1 })
})

it('opens no screen that a role does not include', async () => {
  await openDesk('/orders', 'packer@example.com')
  await screen.findByText('There is nothing here')
})
