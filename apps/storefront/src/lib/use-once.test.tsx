import { t } from '@lingui/core/macro'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { clickTwice } from '../../test/render-shop.tsx'
import { NavigateOnce, useNavigateOnce } from './use-once.ts'

afterEach(cleanup)

function Page() {
  const { pathname } = useLocation()
  const navigateOnce = useNavigateOnce()
  const navigate = useNavigate()
  return (
    <>
      <h1>{pathname}</h1>
      <button onClick={() => navigateOnce('/login')}>{t`Login`}</button>
      <button onClick={() => void navigate(-1)}>{t`Back`}</button>
    </>
  )
}

it('adds one history entry for two clicks in one frame, and navigates again after a way back', async () => {
  render(
    <MemoryRouter initialEntries={['/home', '/product']}>
      <NavigateOnce>
        <Page />
      </NavigateOnce>
    </MemoryRouter>,
  )
  const press = (name: string) => screen.getByRole('button', { name })
  for (const visit of ['first', 'second']) {
    clickTwice(press('Login'))
    await screen.findByRole('heading', { name: '/login' })
    press('Back').click()
    expect(await screen.findByRole('heading', { name: '/product' }), visit).toBeDefined()
  }
})
