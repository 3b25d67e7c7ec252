/** `haat seed`. */
import { PROFILES, type Profile } from '@haat/seed/generator'
import type { Command } from 'commander'
import { parseWhole } from '../arguments.ts'
import { print, progressBar, withNewShop } from '../command.ts'
import { UserError } from '../user-error.ts'
import { seedGenerated, type SeedResult } from './seed-shop.ts'

interface Options {
  profile: string
  seed: string
  products?: string
  customers?: string
  orders?: string
  base?: string
  replace?: boolean
  json?: boolean
}

const HELP = `
Profiles:
  demo   the demo shop with generated customers and orders
  empty  settings only
  edge   the demo shop with generated data and extreme values
  huge   100,000 products

The same seed and base give the same shop, row by row. All customers, including the two demo logins, have
the password Demo@1234.

Examples:
  DATA_DIR=/tmp/big haat seed --products 50000 --seed 42
  DATA_DIR=/tmp/edge haat seed --profile edge --base 2026-01-26T06:30:00Z
  DATA_DIR=/tmp/big haat seed --profile empty --replace`

const MAX_ROWS = 2_000_000

export function registerSeed(program: Command): void {
  program
    .command('seed')
    .description('fill an empty shop with generated products, customers and orders')
    .option('--profile <name>', `kind of shop: ${PROFILES.join(', ')}`, 'demo')
    .option('--seed <number>', 'start value of the generator', '1')
    .option('--products <count>', "number of products, including the demo shop's")
    .option('--customers <count>', 'number of customers in addition to the demo logins')
    .option('--orders <count>', 'number of orders in addition to those of the demo logins')
    .option('--base <time>', 'time from which all times count (default: today at midnight, UTC)')
    .option('--replace', 'delete all data of the shop first; not in production')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (options: Options) => {
      const { profile, replace = false } = options
      if (!isProfile(profile)) throw new UserError(`--profile must be one of ${PROFILES.join(', ')}.`)
      const seed = parseWhole(options.seed, '--seed', 0, 2 ** 31 - 1)
      const sizes = sizesOf(options)
      const bar = progressBar('Seeding')
      const result = await withNewShop((shop) => {
        const base = baseOf(options.base, shop.now())
        return seedGenerated(shop, { profile, seed, sizes, replace, base, onProgress: bar.to })
      }).finally(bar.stop)
      print(result, options.json, toText)
    })
}

const isProfile = (name: string): name is Profile => (PROFILES as readonly string[]).includes(name)

const sizesOf = (options: Options) =>
  Object.fromEntries(
    (['products', 'customers', 'orders'] as const).flatMap((name) => {
      const text = options[name]
      return text === undefined ? [] : [[name, parseWhole(text, `--${name}`, 0, MAX_ROWS)]]
    }),
  )

function baseOf(text: string | undefined, now: Date): Date {
  const base = new Date(text ?? now.toISOString().slice(0, 10))
  if (Number.isNaN(base.getTime())) throw new UserError('--base must be a time such as 2026-01-26T06:30:00Z.')
  return base
}

const number = (count: number): string => count.toLocaleString('en-IN')

const toText = ({ profile, seed, base, products, customers, orders }: SeedResult): string =>
  `The shop now has ${number(products)} products, ${number(customers)} generated customers and ${number(orders)} generated orders (profile ${profile}, seed ${seed}, base ${base}).`
