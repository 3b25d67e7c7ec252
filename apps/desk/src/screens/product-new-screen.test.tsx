import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { openDesk, useDemoShop } from '../../test/render-desk.tsx'

useDemoShop()

const category = () => screen.findByLabelText<HTMLInputElement>('Category')

async function typeCategory(text: string): Promise<void> {
  await userEvent.clear(await category())
  await userEvent.type(await category(), text)
  await userEvent.click(screen.getByLabelText('Brand'))
}

it('goes to the first field that is wrong', async () => {
  await openDesk('/products/new')
  await userEvent.type(await screen.findByLabelText('Price'), '99')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Please give it a name.')
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  await userEvent.type(screen.getByLabelText('Name'), 'Tin box')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Please choose a category.')
  expect(document.activeElement).toBe(await category())
})

it('takes a category that is typed in full and left, and offers to add another', async () => {
  await openDesk('/products/new')
  await typeCategory('safety')
  await expect.poll(async () => (await category()).value).toBe('Safety')
  await typeCategory('Tiffins')
  await screen.findByText('“Tiffins” is not in the list.')
  await userEvent.click(screen.getByRole('button', { name: 'Add “Tiffins”' }))
  await screen.findByText('Added the category Tiffins.')
  await expect.poll(async () => (await category()).value).toBe('Tiffins')
})
