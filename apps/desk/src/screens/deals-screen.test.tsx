import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { openDesk, useDemoShop } from '../../test/render-desk.tsx'

useDemoShop()

const CURRENT = ['Running', 'Coming']

it('begins with the deals that run, and finds the product of a new one by keyboard', async () => {
  await openDesk('/deals')
  const rows = (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent)
  const isOver = rows.map((text) => !CURRENT.some((state) => text.endsWith(state)))
  expect(new Set(isOver)).toEqual(new Set([false, true]))
  expect(isOver).toEqual(isOver.toSorted((one, other) => Number(one) - Number(other)))

  await userEvent.click(screen.getByRole('button', { name: 'New deal' }))
  const product = await screen.findByLabelText<HTMLInputElement>('Product')
  await userEvent.type(product, 'student microscope')
  await screen.findByRole('option', { name: /^Prayog Student Compound Microscope/ })
  await userEvent.keyboard('{Enter}')
  expect(product.value).toBe('Prayog Student Compound Microscope')
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
