/** Changes many variants and their products at once: of each product everything or nothing. */
import type { InputOf, ReplyOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import { VARIANT_COLUMNS } from '@haat/contract/staff/products'
import type { Reader } from '../../db/database.ts'
import type { ProductRow, VariantRow } from '../../db/schema.ts'
import { Failure } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import { findProductsById, findWholeProducts } from './catalogue-rows.store.ts'
import { findCategory } from './categories.ts'
import { differences, isEmpty, OWN_COLUMNS } from './product-values.ts'
import { rateNotes, withSchedule } from './products.ts'
import * as store from './products.store.ts'
import { checkedVariant, type GivenValues, parseProductValues, priceNotes } from './variants.ts'

type Bulk = Staff['products']['bulk']
type Row = InputOf<Bulk>['rows'][number]
type Done = ReplyOf<Bulk>
type Whole = Awaited<ReturnType<typeof findWholeProducts>>[number]

export const changeInBulk = (
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { rows, dry_run }: InputOf<Bulk>,
): Promise<Done> =>
  db.transaction(async (tx) => {
    const owners = await store.findProductsOf(
      tx,
      'variants',
      rows.map(({ variant }) => variant),
    )
    // Locked: an order meanwhile is in these stocks, or waits.
    await tx.lockRows('variants', [...owners.keys()])
    const found = await findProductsById(tx, [...new Set(owners.values())])
    const products = new Map((await findWholeProducts(tx, found)).map((one) => [one.product.id, one]))
    const done: Done = { changed: [], refused: [], odd: [] }
    const plans: Plan[] = []
    for (const [id, own] of Map.groupBy(rows, ({ variant }) => owners.get(variant))) {
      const plan = new Plan(tx, products.get(id ?? 0), now())
      for (const row of own) await plan.add(row)
      plan.refuseContradictions()
      done.refused.push(...plan.refused)
      if (plan.refused.length > 0) continue
      done.odd.push(...plan.odd)
      done.changed.push(...own.map(({ variant }) => variant))
      if (!plan.isEmpty) plans.push(plan)
    }
    if (dry_run || plans.length === 0) return done
    await tx.updateMany(
      'products',
      plans.map(({ id, own }) => ({ id, set: own })),
    )
    await tx.updateMany(
      'variants',
      plans.flatMap(({ variants }) => [...variants].map(([id, set]) => ({ id, set }))),
    )
    await store.publishChanges(
      tx,
      plans.map(({ id }) => id),
      now(),
    )
    return done
  })

/** What rows change in a product and its variants. */
class Plan {
  readonly refused: Done['refused'] = []
  readonly odd: Done['odd'] = []
  readonly own: Partial<ProductRow> = {}
  readonly variants = new Map<number, Partial<VariantRow>>()
  readonly #reader: Reader
  readonly #whole: Whole | undefined
  readonly #now: Date
  /** What rows give the product, by field. */
  readonly #given = new Map<string, { variant: number; text: string; value: string }[]>()

  constructor(reader: Reader, whole: Whole | undefined, now: Date) {
    this.#reader = reader
    this.#now = now
    this.#whole = whole
  }

  get id(): number {
    return this.#whole!.product.id
  }

  get isEmpty(): boolean {
    return isEmpty(this.own) && this.variants.size === 0
  }

  async add({ variant, set, was = {} }: Row): Promise<void> {
    const row = this.#whole?.variants.find(({ id }) => id === variant)
    if (!row) {
      this.refused.push({ variant, field: null, message: 'This variant is not in the shop any more.' })
      return
    }
    const values: GivenValues = {}
    for (const [field, text] of Object.entries(set))
      await this.#try(variant, field, async () => {
        const given = parseProductValues({ [field]: text })
        await this.#checkWas(row, field, text, was[field as keyof typeof was])
        Object.assign(values, given)
        if ((VARIANT_COLUMNS as readonly string[]).includes(field)) return
        const own = await this.#ownValues(given)
        const others = this.#given.get(field) ?? []
        this.#given.set(field, [...others, { variant, text, value: JSON.stringify(own) }])
        for (const message of rateNotes(given)) this.odd.push({ variant, field, message })
      })
    await this.#try(variant, 'price' in values || !('mrp' in values) ? 'price' : 'mrp', async () => {
      const change = await checkedVariant(this.#reader, row, values)
      if (!isEmpty(change)) this.variants.set(variant, change)
      for (const message of priceNotes(row, change)) this.odd.push({ variant, field: 'price', message })
    })
  }

  /** A value of the product is one: rows that give it several are all refused, and none of them counts. */
  refuseContradictions(): void {
    for (const [field, given] of this.#given) {
      if (new Set(given.map(({ value }) => value)).size < 2) continue
      const texts = [...new Set(given.map(({ text }) => text))].join(', ')
      const message = `All variants of a product have the same, and these rows differ: ${texts}.`
      this.refused.push(...given.map(({ variant }) => ({ variant, field, message })))
    }
  }

  async #categoryId(name: string | undefined): Promise<{ category_id?: number }> {
    return name ? { category_id: (await findCategory(this.#reader, name)).id } : {}
  }

  /** Whether the variant and its product are stored so. */
  async #has(row: VariantRow, text: Row['set']): Promise<boolean> {
    const { category, ...values } = parseProductValues(text)
    const own = { ...values, ...(await this.#categoryId(category)) } as Partial<ProductRow>
    return (
      isEmpty(differences<ProductRow>(this.#whole!.product, own, OWN_COLUMNS)) &&
      isEmpty(differences<VariantRow>(row, values as Partial<VariantRow>, VARIANT_COLUMNS))
    )
  }

  /** Refuses what somebody has changed since it was shown. */
  async #checkWas(row: VariantRow, field: string, text: string, was: string | undefined): Promise<void> {
    if (
      was === undefined ||
      (await this.#has(row, { [field]: was })) ||
      (await this.#has(row, { [field]: text }))
    )
      return
    throw new Failure(409, `It was ${was} when this was typed, and somebody has changed it since.`)
  }

  async #ownValues({ category, ...given }: GivenValues): Promise<Partial<ProductRow>> {
    const values = {
      ...withSchedule(given, undefined, this.#now),
      ...(await this.#categoryId(category)),
    } as Partial<ProductRow>
    Object.assign(this.own, differences<ProductRow>(this.#whole!.product, values, OWN_COLUMNS))
    return values
  }

  async #try(variant: number, field: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const message = error.message.startsWith(`${field}: `)
        ? error.message.slice(field.length + 2)
        : error.message
      this.refused.push({ variant, field, message: message[0]!.toUpperCase() + message.slice(1) })
    }
  }
}
