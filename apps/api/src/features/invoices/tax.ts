/**
 * GST that is inside what was paid. Prices include tax, so the taxable value is backed out of each line after
 * its discount. Tax is computed once for each rate and split over its lines by largest remainder: the lines add
 * up to the rate and the rates to the order, to the paisa. Integer paise throughout.
 *
 * Delivery is part of a composite supply (CGST Act, section 8): it carries the rates of the goods it delivers,
 * in proportion to their value.
 */
import { splitByLargestRemainder } from '@haat/contract/pricing'

/** `intra`: seller and buyer in one state, tax in two equal halves; `inter`: one whole. */
export type Supply = 'intra' | 'inter'

export interface GoodsLine {
  /** Percent, at most two decimals; null counts as 0. */
  gst_rate: number | null
  /** What was paid for the line, tax included: after its discount. */
  amount: number
}

/** An amount with the tax inside it: `amount = taxable + cgst + sgst + igst`. */
export interface Taxed {
  rate: number
  amount: number
  taxable: number
  cgst: number
  /** The state's half; UTGST in some union territories. */
  sgst: number
  igst: number
}

export interface TaxedOrder {
  /** In the order of the goods. */
  lines: Taxed[]
  /** The delivery charge, one part for each rate of the goods; none when delivery was free. */
  delivery: Taxed[]
  /** All of it, one row for each rate, the lowest first. */
  rates: Taxed[]
  total: Omit<Taxed, 'rate'>
}

/** Taxes what a registered seller sold. */
export function taxOrder(goods: readonly GoodsLine[], deliveryCharge: number, supply: Supply): TaxedOrder {
  const lines = goods.map(({ gst_rate, amount }) => ({ rate: gst_rate ?? 0, amount }))
  const all = [...lines, ...deliveryParts(lines, deliveryCharge)]
  const taxed = all.map(({ rate, amount }) => untaxed(rate, amount))
  for (const rate of new Set(all.map((part) => part.rate))) {
    fillRate(
      taxed.filter((part) => part.rate === rate),
      supply,
    )
  }
  return {
    lines: taxed.slice(0, lines.length),
    delivery: taxed.slice(lines.length),
    rates: ratesOf(taxed),
    total: sumOf(taxed),
  }
}

interface Part {
  rate: number
  amount: number
}

/** Where everything was free, delivery goes by the number of lines. */
function deliveryParts(lines: readonly Part[], charge: number): Part[] {
  if (charge === 0) return []
  const rates = [...new Set(lines.map(({ rate }) => rate))].toSorted((a, b) => a - b)
  const paid = lines.some(({ amount }) => amount > 0)
  const weights = rates.map((rate) =>
    lines.reduce((sum, line) => sum + (line.rate === rate ? (paid ? line.amount : 1) : 0), 0),
  )
  const shares = splitByLargestRemainder(charge, weights)
  return rates.map((rate, index) => ({ rate, amount: shares[index] ?? 0 })).filter(({ amount }) => amount > 0)
}

const untaxed = (rate: number, amount: number): Taxed => ({
  ...{ rate, amount },
  ...{ taxable: amount, cgst: 0, sgst: 0, igst: 0 },
})

/** Works out the tax of parts that have one rate in common. */
function fillRate(parts: Taxed[], supply: Supply): void {
  const amounts = parts.map(({ amount }) => amount)
  const whole = amounts.reduce((sum, amount) => sum + amount, 0)
  const rate = parts[0]?.rate ?? 0
  const shares = splitByLargestRemainder(taxInside(whole, rate, supply === 'intra' ? 2 : 1), amounts)
  for (const [index, part] of parts.entries()) {
    const tax = shares[index] ?? 0
    if (supply === 'intra') Object.assign(part, { cgst: tax, sgst: tax, taxable: part.amount - 2 * tax })
    else Object.assign(part, { igst: tax, taxable: part.amount - tax })
  }
}

/** The tax inside an amount, or an equal share of it; rounded to the paisa, halves up. */
function taxInside(amount: number, rate: number, shares: 1 | 2): number {
  const hundredths = BigInt(Math.round(rate * 100))
  const divisor = (10_000n + hundredths) * BigInt(shares)
  return Number((2n * BigInt(amount) * hundredths + divisor) / (2n * divisor))
}

function ratesOf(parts: readonly Taxed[]): Taxed[] {
  const rates = [...new Set(parts.map(({ rate }) => rate))].toSorted((a, b) => a - b)
  return rates.map((rate) => ({ rate, ...sumOf(parts.filter((part) => part.rate === rate)) }))
}

function sumOf(parts: readonly Taxed[]): Omit<Taxed, 'rate'> {
  const sum = (name: keyof Taxed): number => parts.reduce((total, part) => total + part[name], 0)
  return {
    amount: sum('amount'),
    taxable: sum('taxable'),
    cgst: sum('cgst'),
    sgst: sum('sgst'),
    igst: sum('igst'),
  }
}
