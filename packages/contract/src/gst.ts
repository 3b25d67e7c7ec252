/**
 * The GST included in an order, in integer paise. Prices include tax, so the taxable value is what remains of each
 * line after its discount and without the tax. Tax is computed once per rate and split over the lines of that rate
 * by largest remainder: lines add up to rates, and rates to the order, to the paisa.
 *
 * Delivery is part of a composite supply (CGST Act, section 8): it is taxed at the rates of the goods for whose delivery
 * the customer pays, in proportion to their value.
 */
import type { IndianState } from './indian-states.ts'
import { amountOfPieces, splitByLargestRemainder } from './pricing.ts'

/** Union territories without a legislature, by code: their half of the tax is UTGST, not SGST. */
const TERRITORIES: readonly string[] = ['04', '26', '31', '35', '38']

/** What the state's half of the tax is called. */
export const stateTaxOf = (state: IndianState | null): 'SGST' | 'UTGST' =>
  state && TERRITORIES.includes(state.gst_code) ? 'UTGST' : 'SGST'

/** Rates of GST in India, in percent. */
export const GST_RATES: readonly number[] = [0, 0.1, 0.25, 1, 1.5, 3, 5, 6, 7.5, 18, 40]
/** Rates that ended on 22 September 2025. A few goods, such as some bricks and tobacco, kept them for longer. */
export const ENDED_GST_RATES: readonly number[] = [12, 28]

/** `intra`: seller and buyer in one state, the tax in two equal halves; `inter`: in one amount. */
export type Supply = 'intra' | 'inter'

export interface GoodsLine {
  /** Percent, at most two decimals; null counts as 0. */
  gst_rate: number | null
  /** Paid for the line: after its discount, tax included. */
  amount: number
  /** Whether the delivery charge is for the other goods. */
  ships_free: boolean
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
  /** Goods and delivery by rate, the lowest first. */
  rates: Taxed[]
  total: Omit<Taxed, 'rate'>
}

/**
 * The tax of an order of a registered seller.
 *
 * @param deliveryCharge with the fee for cash on delivery, which is part of the same supply
 */
export function taxOrder(goods: readonly GoodsLine[], deliveryCharge: number, supply: Supply): TaxedOrder {
  const lines = goods.map(({ gst_rate, amount }) => ({ rate: gst_rate ?? 0, amount }))
  const delivered = lines.filter((_, index) => !goods[index]!.ships_free)
  // A fee for cash is charged for goods that ship free, too.
  const charged = delivered.length > 0 ? delivered : lines
  const all = [...lines, ...deliveryParts(charged, deliveryCharge)]
  const taxed = all.map(({ rate, amount }) => withoutTax(rate, amount))
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

/**
 * The tax of a part of an order's lines, and of the delivery when that is included. All parts add up to the order's, in
 * whatever steps they are taken.
 *
 * @param parts of each line's amount `of`: `quantity` paise after `before` others
 */
export function taxOfParts(
  whole: TaxedOrder,
  parts: readonly { before: number; quantity: number; of: number }[],
  withDelivery: boolean,
): TaxedOrder {
  const lines = whole.lines.map((line, index) => {
    const part = (name: 'amount' | 'cgst' | 'sgst' | 'igst') => amountOfPieces(line[name], parts[index]!)
    const [amount, cgst, sgst, igst] = [part('amount'), part('cgst'), part('sgst'), part('igst')]
    return { rate: line.rate, amount, taxable: amount - cgst - sgst - igst, cgst, sgst, igst }
  })
  const delivery = withDelivery ? whole.delivery : []
  const taxed = [...lines, ...delivery]
  return { lines, delivery, rates: ratesOf(taxed.filter(({ amount }) => amount > 0)), total: sumOf(taxed) }
}

interface Part {
  rate: number
  amount: number
}

/** Splits the delivery charge over the rates by value; by number of lines when all goods are free. */
function deliveryParts(lines: readonly Part[], charge: number): Part[] {
  if (charge === 0) return []
  const rates = [...new Set(lines.map(({ rate }) => rate))].toSorted((a, b) => a - b)
  const anyPaid = lines.some(({ amount }) => amount > 0)
  const weights = rates.map((rate) =>
    lines.reduce((sum, line) => sum + (line.rate === rate ? (anyPaid ? line.amount : 1) : 0), 0),
  )
  const shares = splitByLargestRemainder(charge, weights)
  return rates.map((rate, index) => ({ rate, amount: shares[index] ?? 0 })).filter(({ amount }) => amount > 0)
}

const withoutTax = (rate: number, amount: number): Taxed => ({
  rate,
  amount,
  taxable: amount,
  cgst: 0,
  sgst: 0,
  igst: 0,
})

/** Sets the tax of parts that share one rate. */
function fillRate(parts: Taxed[], supply: Supply): void {
  const amounts = parts.map(({ amount }) => amount)
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  const rate = parts[0]?.rate ?? 0
  const shares = splitByLargestRemainder(taxInside(total, rate, supply === 'intra' ? 2 : 1), amounts)
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

/** What was sold under one HSN code at one rate, its share of the delivery included. */
export interface HsnTax extends Taxed {
  /** Empty for goods without a code. */
  hsn: string
  /** The name of the first product under the code. */
  description: string
  quantity: number
}

/**
 * The tax of an order by HSN code and rate. The delivery of each rate is split over its goods by value, so that codes
 * add up to the order.
 *
 * @param goods in the order of `taxed.lines`
 */
export function hsnTaxes(
  goods: readonly { hsn: string | null; product_name: string; quantity: number; ships_free: boolean }[],
  { lines, delivery }: Pick<TaxedOrder, 'lines' | 'delivery'>,
): HsnTax[] {
  const taxes = new HsnTotals()
  for (const [index, { hsn, product_name, quantity }] of goods.entries())
    taxes.add({ ...lines[index]!, hsn: hsn ?? '', description: product_name, quantity })
  for (const part of delivery) {
    const sharing = lines.flatMap((line, index) =>
      line.rate === part.rate && !goods[index]!.ships_free ? [{ line, index }] : [],
    )
    const weights = sharing.map(({ line }) =>
      sharing.some((other) => other.line.amount > 0) ? line.amount : 1,
    )
    const amounts = splitByLargestRemainder(part.amount, weights)
    const [cgst, sgst, igst] = [part.cgst, part.sgst, part.igst].map((tax) =>
      splitByLargestRemainder(tax, amounts),
    )
    for (const [at, { index }] of sharing.entries()) {
      const share = { amount: amounts[at]!, cgst: cgst![at]!, sgst: sgst![at]!, igst: igst![at]! }
      const taxable = share.amount - share.cgst - share.sgst - share.igst
      const { hsn, product_name } = goods[index]!
      taxes.add({
        ...share,
        taxable,
        rate: part.rate,
        hsn: hsn ?? '',
        description: product_name,
        quantity: 0,
      })
    }
  }
  return taxes.rows()
}

/** Adds up taxes by HSN code and rate. */
export class HsnTotals {
  readonly #rows = new Map<string, HsnTax>()

  add(tax: HsnTax): void {
    if (tax.amount === 0 && tax.quantity === 0) return
    const key = `${tax.hsn} ${tax.rate}`
    const sum = this.#rows.get(key)
    if (!sum) {
      this.#rows.set(key, { ...tax })
      return
    }
    sum.quantity += tax.quantity
    addTax(sum, tax)
  }

  /** By code, then by rate. */
  rows(): HsnTax[] {
    return [...this.#rows.values()].toSorted((a, b) =>
      a.hsn < b.hsn ? -1 : a.hsn > b.hsn ? 1 : a.rate - b.rate,
    )
  }
}

/** Adds the amounts of `tax` to `sum`. */
export function addTax(sum: Omit<Taxed, 'rate'>, tax: Omit<Taxed, 'rate'>): void {
  for (const name of ['amount', 'taxable', 'cgst', 'sgst', 'igst'] as const) sum[name] += tax[name]
}

function ratesOf(parts: readonly Taxed[]): Taxed[] {
  const rates = [...new Set(parts.map(({ rate }) => rate))].toSorted((a, b) => a - b)
  return rates.map((rate) => ({ rate, ...sumOf(parts.filter((part) => part.rate === rate)) }))
}

function sumOf(parts: readonly Taxed[]): Omit<Taxed, 'rate'> {
  const sum = { amount: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0 }
  for (const part of parts) addTax(sum, part)
  return sum
}
