/** `haat deals`: create, end, list. */
import { toRupees } from '@haat/contract/money'
import { dealState } from '@haat/contract/rules'
import type { Command } from 'commander'
import { findTypedProduct } from './product-lookup.store.ts'
import { endDeal, findDealsOfMerchant, insertDeal } from './deals.store.ts'
import { formatMoment, formatRupees } from '../../format.ts'
import type { Shop } from '../../shop.ts'
import { parseId, parseMoment, parseRupees, print, table, withShop } from '../command.ts'
import { UserError } from '../user-error.ts'

interface Options {
  price: string
  starts: string
  ends: string
  name?: string
  description: string
  json?: boolean
}

export function registerDeals(program: Command): void {
  const deals = program.command('deals').description('create, end and list deals')
  deals
    .command('create')
    .argument('<product>', 'its slug, id or SKU')
    .requiredOption('--price <rupees>', 'what it costs while the deal runs')
    .requiredOption('--ends <time>', 'such as 2026-04-07T18:00, or +3d')
    .option('--starts <time>', 'such as 2026-03-31T18:00, or +1d', 'now')
    .option('--name <text>', "what the shopper reads (default: the product's name)")
    .option('--description <text>', 'more of it', '')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  haat deals create steel-bottle-1l --price 399 --ends +3d')
    .action(async (product: string, options: Options) => {
      const made = await withShop((shop) => create(shop, product, options))
      print(
        made,
        options.json,
        ({ id, text }) => `Deal ${id}: ${text}`,
        ({ text: _, ...deal }) => deal,
      )
    })
  deals
    .command('end')
    .argument('<deal>', 'its number')
    .addHelpText('after', '\nExample:\n  haat deals end 3')
    .action(async (deal: string) => {
      const id = parseId(deal, 'deal')
      const ended = await withShop(({ db, now }) => db.transaction((tx) => endDeal(tx, id, now())))
      if (!ended) throw new UserError(`There is no deal ${id} that is on.`)
      console.log(`Deal ${id} has ended.`)
    })
  deals
    .command('list')
    .option('--json', 'print JSON; money in paise')
    .action(async ({ json }: Options) =>
      withShop(async ({ db, now }) =>
        print(await findDealsOfMerchant(db), json, (rows) => listText(rows, now())),
      ),
    )
}

async function create({ db, now }: Shop, text: string, options: Options) {
  const product = await findTypedProduct(db, text)
  if (!product) throw new UserError(`There is no product ${text}.`)
  const deal_price = parseRupees(options.price, '--price')
  if (deal_price >= product.price)
    throw new UserError(`--price must be below the product's own price, ${formatRupees(product.price)}.`)
  const start_date = parseMoment(options.starts, '--starts', now())
  const end_date = parseMoment(options.ends, '--ends', now())
  if (end_date <= start_date) throw new UserError('--ends must be later than --starts.')
  const name = options.name?.trim() || product.name
  const { description } = options
  const deal = { product_id: product.id, name, description, deal_price, start_date, end_date }
  const id = await db.transaction((tx) => insertDeal(tx, deal, now()))
  const said = `${name} for ${formatRupees(deal_price)} instead of ${formatRupees(product.price)}, until ${formatMoment(end_date)}.`
  return { id, ...deal, deal_price: toRupees(deal_price), text: said }
}

function listText(rows: Awaited<ReturnType<typeof findDealsOfMerchant>>, now: Date): string {
  if (rows.length === 0) return 'No deals.'
  const state = (row: (typeof rows)[number]): string =>
    row.is_active ? { not_started: 'to come', active: 'runs', expired: 'over' }[dealState(row, now)] : 'ended'
  return table(
    ['Deal', 'State', 'Price', 'From', 'Until', 'Product'],
    rows.map((row) => [
      ...[String(row.id), state(row), formatRupees(row.deal_price)],
      ...[formatMoment(row.start_date), formatMoment(row.end_date), row.product],
    ]),
    [2],
  )
}
