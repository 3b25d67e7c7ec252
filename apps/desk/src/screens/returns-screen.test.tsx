import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { askToReturn, elsewhere, openDesk, useDemoShop } from '../../test/render-desk.tsx'

useDemoShop()

const click = async (name: string | RegExp, box: Pick<typeof screen, 'findByRole'> = screen) =>
  userEvent.click(await box.findByRole('button', { name }))

it('decides a return from its list, receives it at the order, and refunds it', async () => {
  const { order_id } = await askToReturn()
  await openDesk('/')
  await userEvent.click(await screen.findByRole('link', { name: /1\s*return to decide/ }))
  await screen.findByRole('heading', { name: 'Returns' })
  expect(window.location.search).toBe('?state=REQUESTED')
  const [row] = (await screen.findAllByRole('row')).slice(1)
  await click('Accept', within(row!))
  const accept = within(await screen.findByRole('dialog', { name: 'Accept the return?' }))
  await click('Accept', accept)
  await accept.findByText('Please fill this in.')
  await userEvent.type(accept.getByLabelText('How do the goods come back?'), 'Our courier comes.')
  await click('Accept', accept)
  await screen.findByText(`The return of order ${order_id} is accepted.`)
  await screen.findByText(/Nothing under/)

  await userEvent.click(screen.getByRole('link', { name: /Coming back/ }))
  await userEvent.click(await screen.findByRole('link', { name: `#${order_id}` }))
  await screen.findByRole('heading', { name: 'Return for a refund' })
  // What is left to do is the return's.
  expect(screen.queryByRole('region', { name: 'Next step' })).toBeNull()
  await screen.findByText('asha@okbank')
  await click('Goods are here')
  const receive = within(await screen.findByRole('dialog', { name: 'What came back?' }))
  await userEvent.click(receive.getByLabelText('Cannot be sold again'))
  await click('Goods are here', receive)
  await screen.findByText(`The goods of order ${order_id} are here: the refund is due.`)
  await screen.findByText('Received')
  await screen.findByText(/by UPI to asha@okbank/)
  const order = await elsewhere<{ items: { returned: number }[] }>('GET', `/api/desk/orders/${order_id}`)
  expect(order.items[0]).toMatchObject({ returned: 1 })
})

it('refuses with a reason, and gives back part of the price instead', async () => {
  const { order_id } = await askToReturn()
  await openDesk(`/orders/${order_id}`)
  await click('Refuse')
  const refuse = within(await screen.findByRole('dialog', { name: 'Refuse the return?' }))
  await userEvent.type(refuse.getByLabelText('Why?'), 'The seal is broken.')
  await click('Refuse', refuse)
  await screen.findByText(`The return of order ${order_id} is refused.`)
  await click('More about this order')
  await userEvent.click(await screen.findByRole('menuitem', { name: /Give back part/ }))
  await userEvent.type(await screen.findByLabelText('Amount (₹)'), 'fifty')
  const part = within(screen.getByRole('dialog', { name: 'Give back part of the price' }))
  await click('Give back', part)
  await part.findByText('Give an amount such as 499 or 1,299.50.')
  await userEvent.clear(part.getByLabelText('Amount (₹)'))
  await userEvent.type(part.getByLabelText('Amount (₹)'), '50')
  await click('Give back', part)
  await screen.findByText(`Order ${order_id} is refunded in part.`)
  await screen.findByText('₹50 given back')
})
