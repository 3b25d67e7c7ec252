import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { openDesk, useDemoShop } from '../../test/render-desk.tsx'

useDemoShop()

it('an order that a pasted chat filled in is kept as a draft', async () => {
  await openDesk('/orders/new')
  await userEvent.type(
    await screen.findByLabelText('What the customer wrote'),
    'Lata Kulkarni 9876501234, 560001',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Fill in' }))
  await waitFor(() => expect(JSON.stringify({ ...localStorage, ...sessionStorage })).toContain('9876501234'))
})
