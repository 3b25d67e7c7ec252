/** `haat seed`: fills an empty shop with a generated one, for tests of any size. */
import { PROFILES, type Profile } from '@haat/seed/generator'
import type { Command } from 'commander'
import { type Seeded, seedGenerated, ShopNotEmpty } from './seed-generated.ts'
import { print, progressBar, withShop } from '../command.ts'
import { UserError } from '../user-error.ts'

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

const EXAMPLES = `
Profiles: demo (the demo shop, filled up), empty (settings alone), edge (the demo shop and what breaks
shops), huge (100,000 products). The same seed and base give the same shop, row by row. Customers, the two
demo logins among them, have the password Demo@1234.

Examples:
  DATA_DIR=/tmp/big haat seed --products 50000 --seed 42
  DATA_DIR=/tmp/edge haat seed --profile edge --base 2026-01-26T06:30:00Z
  DATA_DIR=/tmp/big haat seed --profile empty --replace`

const MOST = 2_000_000

export function registerSeed(program: Command): void {
  program
    .command('seed')
    .description('fill an empty shop with generated products, customers and orders')
    .option('--profile <name>', PROFILES.join(', '), 'demo')
    .option('--seed <number>', 'another number, another shop', '1')
    .option('--products <count>', "how many in all, the demo's own among them")
    .option('--customers <count>', 'besides the demo logins')
    .option('--orders <count>', 'besides those of the demo logins')
    .option('--base <time>', 'what all times count from (default: today at midnight, UTC)')
    .option('--replace', 'empty the shop first; not in production')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (options: Options) => {
      const { profile, base, replace = false } = options
      if (!isProfile(profile)) throw new UserError(`--profile must be one of ${PROFILES.join(', ')}.`)
      const seed = numberOf('--seed', options.seed, 2 ** 31 - 1)
      const sizes = sizesOf(options)
      const bar = progressBar('Seeding')
      const seeded = await withShop(async (shop) =>
        seedGenerated(shop, {
          ...{ profile, seed, sizes, replace, base: baseOf(base, shop.now()) },
          onProgress: (done, total) => bar.to(done, total),
        }),
      )
        .catch((error: unknown) => {
          throw error instanceof ShopNotEmpty ? new UserError(error.message) : error
        })
        .finally(() => bar.stop())
      print(seeded, options.json, tell)
    })
}

const isProfile = (name: string): name is Profile => (PROFILES as readonly string[]).includes(name)

function numberOf(option: string, text: string, most: number): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) > most)
    throw new UserError(`${option} must be a whole number up to ${most}.`)
  return Number(text)
}

const sizesOf = (options: Options) =>
  Object.fromEntries(
    (['products', 'customers', 'orders'] as const).flatMap((name) => {
      const text = options[name]
      return text === undefined ? [] : [[name, numberOf(`--${name}`, text, MOST)]]
    }),
  )

function baseOf(text: string | undefined, now: Date): Date {
  const base = new Date(text ?? now.toISOString().slice(0, 10))
  if (Number.isNaN(base.getTime())) throw new UserError('--base must be a time such as 2026-01-26T06:30:00Z.')
  return base
}

const count = (many: number, what: string): string => `${many.toLocaleString('en-IN')} ${what}`

const tell = ({ profile, seed, base, products, customers, orders }: Seeded): string =>
  `${count(products, 'products')}, ${count(customers, 'generated customers')} and ${count(orders, 'generated orders')} ` +
  `are in the shop (profile ${profile}, seed ${seed}, base ${base}).`
