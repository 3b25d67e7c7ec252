import { expect, it } from 'vitest'
import { plural, speaking, t, translated } from './say.ts'

it('draws a text in English as it stands', () => {
  const days = 1
  expect(t`It's {here}: ${'#7'} in ${plural(days, { one: '# day', other: '# days' })}.`).toBe(
    "It's {here}: #7 in 1 day.",
  )
  expect(t`${plural(12_500, { one: '# day', other: '# days' })}`).toBe('12,500 days')
})

it('has nothing to say in a language that lacks a text, and says it in English', () => {
  expect(speaking('ta', () => t`No catalogue has ${'this'}.`)).toBe('No catalogue has this.')
})

it('has placeholders and plurals where the language has them', () => {
  const name = 'Asha'
  expect(speaking('hi', () => t`Hello ${name},`)).toBe('नमस्ते Asha,')
  expect(speaking('ta', () => t`The code is valid for ${10} minutes and works once.`)).toBe(
    'இந்தக் குறியீடு 10 நிமிடங்களுக்குச் செல்லுபடியாகும், ஒருமுறை மட்டுமே பயன்படும்.',
  )
})

it('knows a text that was made elsewhere by its words, whatever stands in its places', () => {
  const read = (text: string) => speaking('hi', () => translated(text))
  expect(read('Free')).toBe('मुफ़्त')
  expect(read('Order #7 confirmed')).toBe('ऑर्डर #7 कन्फ़र्म हो गया')
  expect(read('Order #7, in exchange for #6, placed on 1 May')).toBe(
    'ऑर्डर #7, ऑर्डर #6, placed on 1 May के बदले में',
  )
  expect(read('Order #7 confirmed!')).toBe('Order #7 confirmed!')
  expect(translated('Order #7 confirmed')).toBe('Order #7 confirmed')
})

it('takes the translation of the longest text that fits', () => {
  const read = speaking('hi', () => translated('Only 3 of Rope left in stock.'))
  const [stock, name] = [3, 'Rope']
  expect(read).toBe(speaking('hi', () => t`Only ${stock} of ${name} left in stock.`))
})
