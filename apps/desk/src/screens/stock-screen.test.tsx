import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { elsewhere, openDesk, useDemoShop } from '../../test/render-desk.tsx'

useDemoShop()

interface Row {
  id: number
  stock: number
}

const NAME = 'Stock of Gilli Turned-Wood Yo-Yo, Red'
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const field = () => screen.findByLabelText<HTMLInputElement>(NAME)
const stored = async () => (await elsewhere<Row[]>('GET', '/api/desk/variants?search=SPT046-RED'))[0]!
const countElsewhere = async (stock: string) =>
  elsewhere('POST', '/api/desk/products/bulk', { rows: [{ variant: (await stored()).id, set: { stock } }] })

async function type(text: string): Promise<void> {
  await userEvent.clear(await field())
  await userEvent.type(await field(), text)
}

it('takes whole numbers only, and says so at the field', async () => {
  await openDesk('/stock?search=SPT046-RED')
  for (const text of ['-5', '1.5', 'abc', '99999999999']) {
    await type(text)
    expect((await field()).value).toBe(text)
    await screen.findByText('Please enter a whole number, 0 or more.')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  }
  await click('Undo')
  expect((await field()).value).toBe(String((await stored()).stock))
})

it('saves a typed count as a count, not over that of somebody else, and fewer or more as a difference', async () => {
  await countElsewhere('65')
  await openDesk('/stock?search=SPT046-RED')
  await type('40')
  await countElsewhere('50')
  await click('Save')
  await screen.findByText('Somebody has made it 50; it was 65 when you typed 40.')
  await expect.poll(() => document.querySelector('[data-sonner-toast][data-type="error"]')).not.toBeNull()
  expect(document.querySelector('[data-sonner-toast][data-type="success"]')).toBeNull()
  expect([(await field()).value, (await stored()).stock]).toEqual(['40', 50])
  await click('Make it 40')
  await click('Save')
  await screen.findByText('1 count corrected.')
  expect((await stored()).stock).toBe(40)

  await click(/^One more of Gilli Turned-Wood Yo-Yo, Red/)
  await countElsewhere('30')
  await click('Save')
  await expect.poll(async () => (await stored()).stock).toBe(31)
})
