import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { clickTwice } from '../../test/render-shop.tsx'
import { Button, IconButton } from '@haat/ui/button'

it.each([
  ['Button', Button],
  ['IconButton', IconButton],
])('%s shows that it ignores clicks, until the promise of its handler settles', async (_name, Tested) => {
  const calls: PromiseWithResolvers<void>[] = []
  const act = () => {
    calls.push(Promise.withResolvers<void>())
    return calls.at(-1)!.promise
  }
  const { unmount } = render(
    <Tested label="Save" onClick={act}>
      Save
    </Tested>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  clickTwice(button)
  await screen.findByRole('button', { busy: true })
  expect(calls).toHaveLength(1)
  calls[0]!.resolve()
  await screen.findByRole('button', { busy: false })
  button.click()
  expect(calls).toHaveLength(2)
  unmount()
})
