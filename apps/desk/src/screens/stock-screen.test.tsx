import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { openDesk, useDemoShop } from '../../test/render-desk.tsx'
import { countProblem } from '../features/stock/stock-stepper.tsx'

useDemoShop()

const field = () => screen.findAllByLabelText<HTMLInputElement>(/^Stock of /).then(([first]) => first!)

async function type(text: string): Promise<void> {
  await userEvent.clear(await field())
  await userEvent.type(await field(), text)
}

it('a count that is no number is refused at its field, and keeps what was typed', async () => {
  await openDesk('/stock')
  const before = Number((await field()).value)
  for (const wrong of ['-5', '1.5', 'abc']) {
    await type(wrong)
    await screen.findByText('A whole number, please.')
    expect((await field()).value).toBe(wrong)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  }
  await type(String(before + 7))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/1 count corrected\./)
  expect(Number((await field()).value)).toBe(before + 7)
})

it('a count of a stock that has changed since is asked for again', () => {
  expect(countProblem({ text: '40', seen: 65 }, 65)).toBeNull()
  expect(countProblem({ text: '40', seen: 65 }, 50)).toBe('It was 65, and is 50 now. Type it again.')
})
