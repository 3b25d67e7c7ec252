import { expect, it } from 'vitest'
import { inMeasureOrder, inSizeOrder, inVariantOrder } from './sizes.ts'

it.each([
  ['UK 8, UK 7, UK 9, UK 10', 'UK 7, UK 8, UK 9, UK 10'],
  ['M, S, 3XL, L, XL, XS, XXL', 'XS, S, M, L, XL, XXL, 3XL'],
  ['Adult M, Child, Adult L, Adult XL', 'Child, Adult M, Adult L, Adult XL'],
  ['UK 1, Kids 13, Kids 9', 'Kids 9, Kids 13, UK 1'],
  ['1 litre, 750 ml, 2 L, 1,500 ml', '750 ml, 1 litre, 1,500 ml, 2 L'],
  ['2 m, 25 cm, 150 cm', '25 cm, 150 cm, 2 m'],
  ['40 right, 38 right, 42 right, 40 left', '38 right, 40 right, 40 left, 42 right'],
  ['14 × 15 mm, 10 × 11 mm, 5.5 × 8 mm', '5.5 × 8 mm, 10 × 11 mm, 14 × 15 mm'],
  ['M10 × 50, M8 × 40', 'M8 × 40, M10 × 50'],
  ['6204 2RS, 6203 2RS', '6203 2RS, 6204 2RS'],
  ['Pack of 12, Pack of 6, Single tube', 'Single tube, Pack of 6, Pack of 12'],
  ['Large, Free size, Small', 'Large, Free size, Small'],
])('puts %s into order', (sizes, ordered) => {
  expect(inSizeOrder(sizes.split(', '), (size) => size).join(', ')).toBe(ordered)
})

it('puts sizes of all sorts of goods into order, each sort by itself', () => {
  const sizes = 'UK 8|1 litre|XL|Free size|UK 7|250 ml|34|S|150 cm|Kids 9|Child|32|50 mm|5 kg|Grip 3'
  expect(inMeasureOrder(sizes.split('|'), (size) => size).join('|')).toBe(
    'UK 7|UK 8|250 ml|1 litre|Child|S|XL|Free size|32|34|50 mm|150 cm|Kids 9|5 kg|Grip 3',
  )
})

it('puts variants into order, colour by colour', () => {
  const variant = (color: string | null, size: string | null, variant_name: string | null = null) => ({
    ...{ color, size, variant_name },
  })
  const [red9, blue8, red7, six] = [
    variant('Red', 'UK 9'),
    variant('Blue', 'UK 8'),
    variant('Red', 'UK 7'),
    variant(null, null, 'Pack of 6'),
  ]
  expect(inVariantOrder([red9, blue8, red7])).toEqual([red7, red9, blue8])
  expect(inVariantOrder([six, variant(null, null, 'Single')])[1]).toBe(six)
})
