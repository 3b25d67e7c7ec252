import { expect, it } from 'vitest'
import { readChat } from './read-chat.ts'

it('reads name, phone, address and what is wanted from a chat', () => {
  expect(
    readChat(`[24/11/26, 6:45 pm] Asha: Hi, please send
Asha Rao
+91 98765 43210
12, MG Road
Near City Hospital, Indiranagar
Bengaluru - 560 038
2 x blue shirt M
belt - 1`),
  ).toEqual({
    name: 'Asha Rao',
    phone: '9876543210',
    email: '',
    pin: '560038',
    city: 'Bengaluru',
    state: 'Karnataka',
    street: '12, MG Road, Near City Hospital, Indiranagar',
    items: [
      { text: 'blue shirt M', quantity: 2 },
      { text: 'belt', quantity: 1 },
    ],
  })
})

it('reads labels, one long line of address and a mail address, and takes no house number for a piece', () => {
  const chat = readChat(`Name: Ravi K.
Address: Flat 3B, 221-4 Anna Salai, Chennai, Tamil Nadu 600002
Mobile: 09840012345 ravi@example.in`)
  expect(chat).toMatchObject({
    name: 'Ravi K.',
    phone: '9840012345',
    email: 'ravi@example.in',
    pin: '600002',
    city: 'Chennai',
    state: 'Tamil Nadu',
    items: [],
  })
  expect(chat.street).toBe('Flat 3B, 221-4 Anna Salai')
})
