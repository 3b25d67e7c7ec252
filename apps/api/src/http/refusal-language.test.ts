import { faultOfBuyerGstin, faultOfGstin } from '@haat/contract/gstin'
import { stateProblem } from '@haat/contract/indian-states'
import { paymentProcessingText } from '@haat/contract/rules'
import { whyNotDelivered } from '@haat/contract/delivery-area'
import { describe, expect, it } from 'vitest'
import { aCustomer } from '../../test/factories.ts'
import { shopForThisTest } from '../../test/test-shop.ts'
import { overpaidNote, shortNote } from '../features/orders/order-payment.ts'
import { speaking, translated } from '../say.ts'
import { TEXTS_ELSEWHERE } from '../texts-elsewhere.ts'

const BODY = { name: 'Asha', email: 'asha@shop.in', phone_number: '9876543210', password: 'secret-1' }
const TAMIL = { 'accept-language': 'ta-IN,ta;q=0.9,en;q=0.5' }

describe('a refusal', () => {
  it('is in the language of who asks', async () => {
    const test = await shopForThisTest()
    const { body } = await test.get('/api/orders/1').set(TAMIL).expect(401)
    expect(body.message).toBe('தயவுசெய்து உள்நுழையுங்கள்')
    const { token } = await aCustomer(test)
    const missing = await test.get('/api/orders/1', token).set(TAMIL).expect(404)
    expect(missing.body.message).toBe('ஆர்டர் கிடைக்கவில்லை')
    const hindi = await test.get('/api/orders/1', token).set('cookie', 'language=hi').set(TAMIL).expect(404)
    expect(hindi.body.message).toBe('ऑर्डर नहीं मिला')
    expect((await test.get('/api/orders/1', token).expect(404)).body.message).toBe('Order not found')
  })

  it('of a schema too, with its fields', async () => {
    const test = await shopForThisTest()
    const body = { ...BODY, email: 'nobody' }
    const reply = await test.post('/api/auth/signup', body).set(TAMIL).expect(400)
    const message = 'மின்னஞ்சல் சரியானதல்ல'
    expect(reply.body).toMatchObject({ message, errors: [{ path: 'email', message }] })
  })

  it('to the staff is in English', async () => {
    const test = await shopForThisTest()
    const { body } = await test.get('/api/desk/staff').set(TAMIL).expect(401)
    expect(body.message).toBe('Unauthorized')
  })
})

it.each(['hi', 'ta'] as const)(
  'knows in %s what the contract and the timelines say with values',
  (language) => {
    const texts = [
      ...[
        { state: 'Utopia', pincode: '560001' },
        { state: 'Kerala', pincode: '560001' },
      ].map((address) => stateProblem(address)!.message),
      stateProblem({ state: 'Kerala', pincode: '290001' })!.message,
      ...[
        '29',
        'AAAAAAAAAAAAAAA',
        '29aBCDE1234F1ZW',
        '29ABCDE1234F-ZW',
        '29ABCDE1234F1XW',
        '29ABCDE1234F1ZA',
      ].map((gstin) => faultOfGstin(gstin)!),
      faultOfGstin('00ABCDE1234F1ZW')!,
      faultOfBuyerGstin('29ABCDE1234F1ZW', 'Kerala')!,
      ...[paymentProcessingText('K1'), shortNote(500, 900), overpaidNote(900, 500)],
      whyNotDelivered(['Kerala'], { state: 'Goa', pincode: '403001' })!,
      ...TEXTS_ELSEWHERE,
    ]
    const read = speaking(language, () => texts.map((text) => translated(text)))
    expect(texts.filter((text, at) => read[at] === text)).toEqual([])
  },
)
