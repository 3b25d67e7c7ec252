import { PERMISSIONS, ROLES } from '@haat/contract/staff/permissions'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { elsewhere, openDesk, useDemoShop } from '../../../test/render-desk.tsx'
import { PERMISSION_GROUPS } from './role-matrix.tsx'

useDemoShop()

it('every permission is said in words once', () => {
  const named = PERMISSION_GROUPS.flatMap(({ permissions }) => Object.keys(permissions))
  expect(named.toSorted()).toEqual([...PERMISSIONS].toSorted())
})

it('the matrix shows what each role may do', async () => {
  await openDesk('/staff')
  const row = await screen.findByRole('row', { name: /See the turnover/ })
  const cells = await within(row).findAllByRole('cell')
  const words = cells.map((cell) => within(cell).getByRole('img').getAttribute('aria-label'))
  const may = Object.values(ROLES).map((role: readonly string[]) =>
    role.includes('reports.read') ? 'yes' : 'no',
  )
  expect(words).toEqual(may)
})

it('a role of the shop’s own is made from ticked boxes', async () => {
  await openDesk('/staff')
  await userEvent.click(await screen.findByRole('button', { name: 'New role' }))
  await userEvent.type(await screen.findByLabelText('Name'), 'accountant')
  await userEvent.click(screen.getByLabelText('See the turnover and the GST reports'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('columnheader', { name: /Accountant/ })
  const roles = await elsewhere<{ name: string; permissions: string[] }[]>('GET', '/api/desk/roles')
  expect(roles.find(({ name }) => name === 'accountant')?.permissions).toEqual(['reports.read'])
})
