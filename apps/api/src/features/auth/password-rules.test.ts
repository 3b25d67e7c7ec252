import { afterAll, beforeAll, expect, it } from 'vitest'
import { aCustomer } from '../../../test/factories.ts'
import { openTestShop, shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { markInitialised } from '../settings/settings.store.ts'
import { hashPassword } from './password.ts'
import { refusalOf } from './password-rules.ts'

const FACTS = {
  name: 'Asha Venkat-Raman Rao',
  email: 'asha.rao87@shop.in',
  phone_number: '9812306570',
  shop: {
    names: ['Kaveri Stores', 'Meenakshi LLP'],
    emails: ['help@kaveri-sarees.in'],
    phones: ['+91 80471 00000'],
  },
}

const COMMON =
  `123456 password Password1 QWERTY iloveyou ｐａｓｓｗｏｒｄ p@ssw0rd1 P4$5WORD ILoveY0u! qw3r7y 1etme1n
  dr@g0n1 P@ssw0rd@2026 sunshine#123 Admin@123 Test@123 India@123 Hello@123 India#1947 Mumbai@123 123Mumbai 123password
  passwordpassword Hello1Hello1 12341234 aabbccdd p.a.s.s.w.o.r.d 2026@Sunshine Mumbai@2024 Bangalore1 Rahul@1995
  Kumar@786 r@hul_1995 virat18 dhoni07 jaishreeram JaiHind#47 mummypapa 786110 1qaz@WSX !QAZ2wsx qwer!@#$ zxcvbnm,
  abcd1234 987654321a 147258369 zzzzzzzz AAAaaa १११११११ 20061985`.split(/\s+/)

const PERSONAL =
  `asha.rao87@shop.in Asha.Rao87@Shop.in asha.rao87@shop asharao AshaRao2026! 9812306570 Asha@2026 Rao@2026
  rao@98765 RaoRao #Venkat1# raman AshaVenkatRamanRao! KaveriStores@2026 1-Kaveri_Stores Kaveri2026 K@veri#2026
  Meenakshi#7 help@kaveri-sarees.in 8047100000 asha9812306570 AshaKaveri@26`.split(/\s+/)

it.each([...COMMON, ' iloveyou ', '      ', ' \t \t \t'])('refuses %j, which is common', async (password) =>
  expect(await refusalOf(password, FACTS)).toContain('easily guessed'),
)

it.each([...PERSONAL, '+91 98123 06570', 'kaveri stores'])(
  'refuses %j, which is personal',
  async (password) =>
    expect(await refusalOf(password, FACTS)).toContain(
      'must not be your name, your email, your phone number or the name of the shop',
    ),
)

it.each([
  'teal-lantern-42',
  'correct horse',
  'horsebattery',
  'mangorickshaw',
  'Monsoon-Kettle9',
  'xkQ7mPzR2vWn',
  'Tz8$kLq2',
  'hg3-Trw_b81k',
  'asha likes mangoes',
  'Raoni@2026',
  'kaveri river',
  'mumbai-monsoon',
  'rahulwala77',
  'हल्दीपाउडर',
])('accepts %s', async (password) => expect(await refusalOf(password, FACTS)).toBeNull())

let test: TestShop
beforeAll(async () => {
  test = await openTestShop({ NODE_ENV: 'production', SMTP_URL: 'smtps://mail.example' })
})
afterAll(() => test.close())

const RAVI = { name: 'Ravi', email: 'ravi@shop.in', phone_number: '9876501234' }

it('holds at signup, at reset and for a change, in production', async () => {
  const refused = expect.stringMatching(/easily guessed/)
  const signup = await test.post('/api/auth/signup', { ...RAVI, password: '123456' }).expect(400)
  expect(signup.body).toEqual({ success: false, message: refused })

  const ravi = await aCustomer(test, { ...RAVI, password_hash: await hashPassword('teal-lantern-42') })
  const change = { currentPassword: 'teal-lantern-42', newPassword: 'password1' }
  const { body } = await test.put('/api/users/change-password', change, ravi.token).expect(400)
  expect(body.message).toEqual(refused)

  await test.post('/api/auth/forgot-password', { email: RAVI.email }).expect(200)
  await test.shop.background.idle()
  const otp = /\b\d{6}\b/.exec(test.mail.messages.at(-1)?.text ?? '')?.[0]
  const reset = (newPassword: string, code = otp) =>
    test.post('/api/auth/reset-password', { email: RAVI.email, otp: code, newPassword })
  expect((await reset('ravi-1999').expect(400)).body.message).toMatch(/must not be your name/)
  expect((await reset(RAVI.phone_number).expect(400)).body.message).toMatch(/must not be your name/)
  await reset('quiet-harbour-7').expect(200)
})

it.each([
  ['no settings', {}],
  ['a public demo', { NODE_ENV: 'production', HAAT_DEMO: '1' }],
] as const)('does not hold in a shop with %s', async (_what, env) => {
  const { post, shop } = await shopForThisTest(env)
  await shop.db.transaction((tx) => markInitialised(tx, shop.now()))
  await post('/api/auth/signup', { ...RAVI, password: '123456' }).expect(201)
})
