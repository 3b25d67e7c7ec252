/** `haat coupons`: create, end, list. */
import type { Command } from 'commander'
import { findTypedCategory, findTypedProduct } from './product-lookup.store.ts'
import type { Coupon } from '../../features/coupons/coupons.store.ts'
import { endCoupon, findCoupons, insertCoupon, type NewCoupon } from './coupons.store.ts'
import { findCustomerByEmail } from '../../features/auth/customer.store.ts'
import { formatMoment, formatRupees } from '../../format.ts'
import type { Shop } from '../../shop.ts'
import { parseMoment, parseRupees, parseWhole, print, table, withShop } from '../command.ts'
import { UserError } from '../user-error.ts'

interface Options {
  percent?: string
  flat?: string
  item?: boolean
  minAmount?: string
  maxDiscount?: string
  starts?: string
  ends?: string
  limit?: string
  perCustomer?: string
  category?: string
  product?: string
  customer?: string
  description?: string
  json?: boolean
}

const EXAMPLES = `
Examples:
  haat coupons create DIWALI10 --percent 10 --max-discount 200 --ends +7d
  haat coupons create FLAT100 --flat 100 --min-amount 999 --per-customer 1
  haat coupons create SHOES15 --percent 15 --item --category sneakers`

export function registerCoupons(program: Command): void {
  const coupons = program.command('coupons').description('create, end and list coupons')
  coupons
    .command('create')
    .argument('<code>', 'letters, digits, - and _')
    .option('--percent <1-100>', 'takes off so many percent')
    .option('--flat <rupees>', 'takes off so much')
    .option('--item', 'shown on the items instead of on the order')
    .option('--min-amount <rupees>', 'only from this sum of eligible items on')
    .option('--max-discount <rupees>', 'never more than this')
    .option('--starts <time>', 'such as 2026-03-31T18:00, or +1d (default: at once)')
    .option('--ends <time>', 'such as 2026-04-07, or +7d (default: never)')
    .option('--limit <number>', 'so many orders in all')
    .option('--per-customer <number>', 'so many orders of one customer')
    .option('--category <slug or id>', 'only for its products')
    .option('--product <slug, id or SKU>', 'only for this one')
    .option('--customer <e-mail>', 'only for this customer')
    .option('--description <text>', 'what the shopper reads')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (code: string, options: Options) => {
      const made = await withShop((shop) => create(shop, code, options))
      print(made, options.json, (coupon) => `Coupon ${coupon.code}: ${coupon.description}.`)
    })
  coupons
    .command('end')
    .argument('<code>')
    .addHelpText('after', '\nExample:\n  haat coupons end DIWALI10')
    .action(async (code: string) => {
      const ended = await withShop(({ db }) => db.transaction((tx) => endCoupon(tx, code.toUpperCase())))
      if (!ended) throw new UserError(`There is no coupon ${code.toUpperCase()} that is on.`)
      console.log(`Coupon ${code.toUpperCase()} has ended.`)
    })
  coupons
    .command('list')
    .option('--json', 'print JSON; money in paise')
    .action(async ({ json }: Options) => {
      print(await withShop(({ db }) => findCoupons(db)), json, listText)
    })
}

async function create(shop: Shop, text: string, options: Options): Promise<Coupon> {
  const code = text.trim().toUpperCase()
  if (!/^[A-Z0-9_-]{2,40}$/.test(code))
    throw new UserError('A code has 2 to 40 letters, digits, dashes and underscores.')
  const coupon = await ruleOf(shop, code, options)
  const made = await shop.db.transaction((tx) => insertCoupon(tx, coupon))
  if (!made) throw new UserError(`There is a coupon ${code} already.`)
  return made
}

async function ruleOf({ db, now }: Shop, code: string, options: Options): Promise<NewCoupon> {
  const { percent, flat, minAmount, maxDiscount, limit, perCustomer } = options
  if ((percent === undefined) === (flat === undefined))
    throw new UserError('Give either --percent or --flat.')
  const money = (value: string | undefined, option: string) =>
    value === undefined ? null : parseRupees(value, option)
  const whole = (value: string | undefined, option: string) =>
    value === undefined ? null : parseWhole(value, option, 1, 1_000_000_000)
  const starts_at = options.starts === undefined ? null : parseMoment(options.starts, '--starts', now())
  const ends_at = options.ends === undefined ? null : parseMoment(options.ends, '--ends', now())
  if (ends_at && ends_at <= (starts_at ?? now())) throw new UserError('--ends must be later than it starts.')
  const category = options.category === undefined ? null : await findTypedCategory(db, options.category)
  const product = options.product === undefined ? null : await findTypedProduct(db, options.product)
  const customer =
    options.customer === undefined
      ? null
      : await findCustomerByEmail(db, options.customer.trim().toLowerCase())
  if (category === undefined) throw new UserError(`There is no category ${options.category}.`)
  if (product === undefined) throw new UserError(`There is no product ${options.product}.`)
  if (customer === undefined) throw new UserError(`There is no customer ${options.customer}.`)
  const value =
    percent === undefined ? parseRupees(flat ?? '', '--flat') : parseWhole(percent, '--percent', 1, 100)
  if (value === 0) throw new UserError('--flat must be more than 0.')
  const rule = {
    ...{ code, value, starts_at, ends_at },
    level: options.item ? ('item' as const) : ('order' as const),
    kind: percent === undefined ? ('flat' as const) : ('percent' as const),
    min_amount: money(minAmount, '--min-amount'),
    max_discount: money(maxDiscount, '--max-discount'),
    usage_limit: whole(limit, '--limit'),
    per_user_limit: whole(perCustomer, '--per-customer'),
    category_id: category?.id ?? null,
    product_id: product?.id ?? null,
    user_id: customer?.id ?? null,
  }
  const scope = product?.name ?? category?.name
  return { ...rule, description: options.description?.trim() || describe(rule, scope) }
}

function describe(
  rule: Pick<Coupon, 'kind' | 'value' | 'min_amount' | 'max_discount'>,
  scope: string | undefined,
): string {
  return [
    `${rule.kind === 'percent' ? `${rule.value}%` : formatRupees(rule.value)} off${scope === undefined ? '' : ` ${scope}`}`,
    ...(rule.max_discount === null ? [] : [`at most ${formatRupees(rule.max_discount)}`]),
    ...(rule.min_amount === null ? [] : [`from ${formatRupees(rule.min_amount)} on`]),
  ].join(', ')
}

const listText = (coupons: Coupon[]): string =>
  coupons.length === 0
    ? 'No coupons.'
    : table(
        ['Code', 'On', 'Used', 'Ends', 'What it does'],
        coupons.map((coupon) => [
          coupon.code,
          coupon.is_active ? 'yes' : 'no',
          `${coupon.used_count}${coupon.usage_limit === null ? '' : ` of ${coupon.usage_limit}`}`,
          coupon.ends_at ? formatMoment(coupon.ends_at) : 'never',
          coupon.description,
        ]),
      )
