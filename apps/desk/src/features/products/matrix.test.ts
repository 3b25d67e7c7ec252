import { describe, expect, it } from 'vitest'
import { addOption, fillDown, labelOf, NEW_VARIANT, removeOption, type VariantDraft } from './matrix.ts'

const PLAIN: VariantDraft[] = [{ ...NEW_VARIANT, id: 7, price: '499', mrp: '599', stock: '3', sku: 'S' }]
const labels = (variants: readonly VariantDraft[]) => variants.map(labelOf)
const added = (...options: ['color' | 'size', string][]) =>
  options.reduce((variants, [axis, option]) => addOption(variants, axis, option), PLAIN)

describe('the matrix of variants', () => {
  it('gives the first option to the variant there is, and a row to each further pair', () => {
    const variants = added(['color', 'Blue'], ['size', 'S'], ['size', 'M'], ['color', 'Red'])
    expect(labels(variants)).toEqual(['Blue, S', 'Blue, M', 'Red, S', 'Red, M'])
    expect(variants[0]).toMatchObject({ id: 7, sku: 'S', stock: '3' })
    expect(variants[3]).toMatchObject({ id: null, price: '499', mrp: '599', stock: '', sku: '' })
  })

  it('takes no option twice, whatever its case, and none that is empty', () => {
    const variants = added(['color', 'Blue'], ['color', ' blue '], ['color', ' '])
    expect(labels(variants)).toEqual(['Blue'])
  })

  it('removes an option with its rows, and of the last one only the name', () => {
    const variants = added(['color', 'Blue'], ['color', 'Red'])
    const blue = removeOption(variants, 'color', 'Red')
    expect(labels(blue)).toEqual(['Blue'])
    expect(labels(removeOption(blue, 'color', 'Blue'))).toEqual([''])
  })

  it('fills a column down', () => {
    const variants = fillDown(added(['size', 'S'], ['size', 'M']), 'stock')
    expect(variants.map(({ stock }) => stock)).toEqual(['3', '3'])
  })
})
