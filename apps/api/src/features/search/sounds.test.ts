import { expect, it } from 'vitest'
import { soundDifference } from './sounds.ts'

const areAlike = (pair: string): boolean => {
  const [one = '', other = ''] = pair.split(' ')
  return soundDifference(one, other) < Infinity
}

it.each([
  'हल्दी haldi',
  'चावल chawal',
  'दूध dudh',
  'दूध doodh',
  'घी ghee',
  'बैग bag',
  'साड़ी saree',
  'शैंपू shampoo',
  'टूथपेस्ट toothpaste',
  'चॉकलेट chocolate',
  'डिटर्जेंट detergent',
  'मोबाइल mobile',
  'पाउडर powder',
  'ஹல்தி haldi',
  'ஹல்தி हल्दी',
  'பாதாம் badam',
  'பாதாம் बादाम',
  'மஞ்சள் manjal',
  'चावल చావల్',
  'బాటిల్ bottle',
  'ব্যাগ bag',
])('reads %s by one rule for all scripts', (pair) => {
  expect(areAlike(pair)).toBe(true)
})

it.each(['joota juta', 'joote jutte', 'khurdbeen khurdbin', 'tarazu taraju', 'kornflakes cornflakes'])(
  'knows of %s that they are one word',
  (pair) => {
    expect(areAlike(pair)).toBe(true)
  },
)

it.each([
  'saree sri',
  'mattress mathuras',
  'kurta karat',
  'दाल dahi',
  'हल्दी held',
  'கத்தி coat',
  'பால் ball',
  'பால் दाल',
  'சாரி छड़ी',
  'मोज़े maggi',
  'सा sh',
  '9 nine',
])('tells %s apart', (pair) => {
  expect(areAlike(pair)).toBe(false)
})
