import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { elsewhere, openDesk, useDemoShop } from '../../test/render-desk.tsx'

useDemoShop()

interface Category {
  id: number
  name: string
  parent_id: number | null
}

it('a dialog overwrites nothing that somebody else has changed: both are shown, and one is chosen', async () => {
  const path = '/api/desk/categories'
  const add = (name: string) => elsewhere<Category>('POST', path, { name })
  const [ropes, shelf] = [await add('Ropes'), await add('Shelf')]
  await openDesk('/categories')
  await userEvent.click(await screen.findByRole('button', { name: 'Ropes' }))
  const form = within(await screen.findByRole('dialog', { name: 'Ropes' }))
  await userEvent.clear(form.getByLabelText('Name'))
  await userEvent.type(form.getByLabelText('Name'), 'My ropes')
  await elsewhere('PATCH', `${path}/${ropes.id}`, { set: { name: 'Their ropes', under: String(shelf.id) } })
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  const both = within(await screen.findByRole('dialog', { name: 'Somebody else has changed this' }))
  both.getByText('Shelf')
  both.getByLabelText('Theirs: Their ropes')
  await userEvent.click(both.getByLabelText('Yours: My ropes'))
  await userEvent.click(both.getByRole('button', { name: 'Save' }))
  await waitFor(async () => {
    const stored = (await elsewhere<Category[]>('GET', path)).find(({ id }) => id === ropes.id)
    expect(stored).toMatchObject({ name: 'My ropes', parent_id: shelf.id })
  })
})
