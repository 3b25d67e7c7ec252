import { createHmac } from 'node:crypto'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { logIn, loseSession, openDesk, PASSWORD, renderDesk, useDemoShop } from '../../test/render-desk.tsx'

useDemoShop()

/** What an authenticator app shows now for a key in base32 (RFC 6238). */
function appCode(key: string): string {
  const bits = [...key].map((sign) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'),
  )
  const bytes = bits
    .join('')
    .match(/.{8}/g)!
    .map((byte) => Number.parseInt(byte, 2))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const digest = createHmac('sha1', Buffer.from(bytes)).update(step).digest()
  return String((digest.readUInt32BE(digest.at(-1)! & 15) % 2 ** 31) % 1_000_000).padStart(6, '0')
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, text: string) => {
  await userEvent.click(await screen.findByLabelText(label))
  await userEvent.paste(text)
}

it('turns the second factor on, after which the login asks for a code, and says when it is wrong', async () => {
  await openDesk('/account', 'packer@example.com')
  await press('Turn it on')
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(dialog.querySelector('input')!)
  await userEvent.paste(PASSWORD)
  await press('Go on')
  await type('Code of the app', appCode((await screen.findByText(/^[A-Z2-7]{32}$/)).textContent))
  await press('Turn it on')
  const [recovery] = await screen.findAllByText(/^[a-z2-7]{5}-[a-z2-7]{5}$/)
  await press('I have kept them')
  await screen.findByText('Your login needs a code of your authenticator app.')

  cleanup()
  loseSession()
  renderDesk('/account')
  await logIn('packer@example.com')
  await type('Code', '000000')
  await press('Log in')
  expect((await screen.findByRole('alert')).textContent).toContain('is wrong')
  await userEvent.clear(screen.getByLabelText('Code'))
  await type('Code', recovery!.textContent)
  await press('Log in')
  await screen.findByRole('heading', { name: 'Second factor' })
})
