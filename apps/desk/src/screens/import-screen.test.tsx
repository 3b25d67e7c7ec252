import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { openDesk, useDemoShop } from '../../test/render-desk.tsx'

useDemoShop()

it('asks which column is the name where none was recognised, and tries the file with it', async () => {
  await openDesk('/import')
  const file = new File(['Maal,price\nAnchor of brass,800\n'], 'maal.csv', { type: 'text/csv' })
  await userEvent.upload(await screen.findByLabelText('Choose a file'), file)
  await screen.findByText(/^No column was recognised as the name\..* Say below which column it is\.$/)
  const again = await screen.findByRole<HTMLButtonElement>('button', { name: 'Try with these columns' })
  expect(again.disabled).toBe(true)
  await screen.findByRole('option', { name: 'Name' })
  await userEvent.selectOptions(screen.getByLabelText('Maal'), 'name')
  await userEvent.click(again)
  await screen.findByText('What would happen')
  await screen.findByRole('button', { name: 'Import 1 product' })
})

it('names a refused row by its line and value', async () => {
  await openDesk('/import')
  const file = new File(['name,price\nAnchor of brass,8oo\n'], 'typo.csv', { type: 'text/csv' })
  await userEvent.upload(await screen.findByLabelText('Choose a file'), file)
  await screen.findByText(/^Line 2, price “8oo”: /)
})
