/** The variants of a product as a matrix: each colour in each size. */

/** A variant as a form holds it: texts as typed, amounts in rupees. */
export interface VariantDraft {
  /** Null: not stored yet. */
  id: number | null
  color: string
  size: string
  variant_name: string
  price: string
  mrp: string
  stock: string
  sku: string
}

export type Axis = 'color' | 'size'
export type Filled = 'price' | 'mrp' | 'stock'

export const NEW_VARIANT: VariantDraft = {
  ...{ id: null, color: '', size: '', variant_name: '' },
  ...{ price: '', mrp: '', stock: '', sku: '' },
}

export const optionsOf = (variants: readonly VariantDraft[], axis: Axis): string[] => [
  ...new Set(variants.map((variant) => variant[axis]).filter(Boolean)),
]

/** @returns what a variant is called; empty for one without options */
export const labelOf = ({ color, size, variant_name }: VariantDraft): string =>
  [color, size, variant_name].filter(Boolean).join(', ')

/**
 * Adds an option: a row with each option of the other axis. The first option of an axis is given to the rows there are.
 * New rows cost what the first row does, and have no stock.
 */
export function addOption(variants: readonly VariantDraft[], axis: Axis, text: string): VariantDraft[] {
  const option = text.trim()
  const isKnown = optionsOf(variants, axis).some((one) => one.toLowerCase() === option.toLowerCase())
  if (option === '' || isKnown) return [...variants]
  if (variants.every((variant) => variant[axis] === ''))
    return variants.map((variant) => ({ ...variant, [axis]: option }))
  const other: Axis = axis === 'color' ? 'size' : 'color'
  const [first = NEW_VARIANT] = variants
  const others = optionsOf(variants, other)
  const added = (others.length > 0 ? others : ['']).map((value) => ({
    ...NEW_VARIANT,
    price: first.price,
    mrp: first.mrp,
    [axis]: option,
    [other]: value,
  }))
  return ordered([...variants, ...added])
}

/** Removes an option with its rows; of the last one, only its name. */
export function removeOption(variants: readonly VariantDraft[], axis: Axis, option: string): VariantDraft[] {
  const left = variants.filter((variant) => variant[axis] !== option)
  return left.length > 0 ? left : variants.map((variant) => ({ ...variant, [axis]: '' }))
}

/** Rows of a colour beside each other; stored rows keep their order. */
function ordered(variants: readonly VariantDraft[]): VariantDraft[] {
  const colors = optionsOf(variants, 'color')
  return variants.toSorted((a, b) => colors.indexOf(a.color) - colors.indexOf(b.color))
}

export const fillDown = (variants: readonly VariantDraft[], field: Filled): VariantDraft[] =>
  variants.map((variant) => ({ ...variant, [field]: variants[0]?.[field] ?? '' }))
