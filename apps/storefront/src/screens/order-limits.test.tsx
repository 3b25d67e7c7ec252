import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { goToPayment, useBuyer } from '../../test/buyer.ts'
import {
  changeSettings,
  endFaults,
  failCalls,
  lastMail,
  renderShop,
  useDemoShop,
} from '../../test/render-shop.tsx'

useDemoShop()

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

describe('a shop with limits', () => {
  useBuyer()
  const open = {
    pieces_per_line: 999,
    open_cod_orders: null,
    cod_order_value: null,
    verified_contact: false,
  }
  afterEach(() => changeSettings({ limits: open }))

  async function orderByCash(): Promise<void> {
    await goToPayment()
    fireEvent.click(await screen.findByRole('radio', { name: /Cash on Delivery/ }))
    fireEvent.click(await button('Place Order (COD)'))
  }

  it('stops the quantity at its limit', async () => {
    await changeSettings({ limits: { ...open, pieces_per_line: 3 } })
    renderShop('/cart')
    const increase = async () =>
      within(await screen.findByRole('group', { name: /quantity/i })).getByRole('button', {
        name: 'Increase quantity',
      }) as HTMLButtonElement
    fireEvent.click(await increase())
    await waitFor(async () => expect((await increase()).disabled).toBe(true))
    expect((await screen.findByRole('group', { name: /quantity/i })).textContent).toContain('3')
  })

  it('changes a mistyped email before the code is sent', async () => {
    await changeSettings({ limits: { ...open, verified_contact: true } })
    await orderByCash()
    const changeTo = async (email: string, password: string) => {
      fireEvent.click(await button('Wrong address? Change it'))
      await fill('Email', email)
      await fill('Password', password)
      fireEvent.click(await button('Change email'))
    }
    await changeTo('vikram.right@example.com', 'not-the-password')
    await screen.findByText('Password is incorrect')
    await fill('Password', 'Demo@1234')
    fireEvent.click(await button('Change email'))
    await screen.findByText(/OTP to vikram\.right@example\.com/)
    await changeTo('vikram@example.com', 'Demo@1234')
    await screen.findByText(/OTP to vikram@example\.com/)
    await button('Send OTP')
  })

  it('verifies the email with a mailed code and then places the first order', async () => {
    await changeSettings({ limits: { ...open, verified_contact: true } })
    await orderByCash()
    const asking = within(await screen.findByRole('dialog', { name: 'Verify your email' }))
    failCalls('POST', /verify-email\/send$/, () =>
      Response.json({ success: false, message: 'We cannot send emails.' }, { status: 503 }),
    )
    fireEvent.click(await button('Send OTP'))
    await asking.findByText('We cannot send emails.')
    endFaults()
    fireEvent.click(await button('Send OTP'))
    await fill('OTP', '000000')
    const [code = ''] = /\b\d{6}\b/.exec(lastMail()) ?? []
    fireEvent.click(await button('Verify and place order'))
    const dialog = within(screen.getByRole('dialog'))
    await dialog.findByText('Invalid or expired OTP. Please try again.')
    const field = dialog.getByLabelText<HTMLInputElement>('OTP')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(field.value).toBe('')
    await fill('OTP', code)
    fireEvent.click(await button('Verify and place order'))
    await screen.findByText('Order placed successfully!')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says why an order is refused', async () => {
    await changeSettings({ limits: { ...open, open_cod_orders: 1 } })
    await orderByCash()
    const reason = /^Your account already has 1 cash on delivery order/
    await screen.findAllByText(reason)
    const step = within(await screen.findByRole('region', { name: 'Payment' }))
    await step.findByText(reason)
    fireEvent.click(await button('Back'))
    fireEvent.click(await button('Continue to Payment'))
    expect(within(await screen.findByRole('region', { name: 'Payment' })).queryByText(reason)).toBeNull()
  })

  it('shows before the order is placed that it is too dear for cash', async () => {
    await changeSettings({ limits: { ...open, cod_order_value: 100 } })
    await goToPayment()
    const cash = await screen.findByRole<HTMLInputElement>('radio', { name: /up to ₹1\.$/ })
    expect(cash.disabled).toBe(true)
  })
})
