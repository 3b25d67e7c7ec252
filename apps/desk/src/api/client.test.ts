import { staffSession } from '@haat/contract/staff/session'
import { expect, it } from 'vitest'
import { call } from './client.ts'

it('what is typed is refused field by field, in words', async () => {
  const typed = { token: 'x'.repeat(43), name: ' ', email: 'meera@shop', password: 'short' }
  await expect(call(staffSession.acceptLink, typed)).rejects.toMatchObject({
    errors: [
      { path: 'name', message: 'Please fill this in.' },
      { path: 'email', message: 'Give an e-mail address, such as asha@example.com.' },
      { path: 'password', message: 'Use at least 10 characters.' },
    ],
  })
})
