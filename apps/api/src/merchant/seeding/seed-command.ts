/** `haat seed`. */
import { PROFILES } from '@haat/seed/generator'
import type { Command } from 'commander'
import { whole } from '../arguments.ts'
import { addNewShopCommand, withProgress } from '../command.ts'
import { UserError } from '../user-error.ts'
import { seedGenerated } from './seed-shop.ts'

const HELP = `Profiles:
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

const count = (text: string) => ({ text, parse: whole(0, MAX_ROWS) })

export function registerSeed(program: Command): void {
  addNewShopCommand(program, {
    name: 'seed',
    description: 'fill an empty shop with generated products, customers and orders',
    options: {
      '--profile <name>': { text: 'kind of shop', choices: PROFILES, preset: 'demo' },
      '--seed <number>': { text: 'start value of the generator', parse: whole(0, 2 ** 31 - 1), preset: 1 },
      '--products <count>': count("number of products, including the demo shop's"),
      '--customers <count>': count('number of customers in addition to the demo logins'),
      '--orders <count>': count('number of orders in addition to those of the demo logins'),
      '--base <time>': 'time from which all times count (default: today at midnight, UTC)',
      '--replace': 'delete all data of the shop first; not in production',
    },
    help: HELP,
    run: (shop, { profile, seed, base: time, replace = false, products, customers, orders }) => {
      const base = new Date(time ?? shop.now().toISOString().slice(0, 10))
      if (Number.isNaN(base.getTime()))
        throw new UserError('--base must be a time such as 2026-01-26T06:30:00Z.')
      const given = Object.entries({ products, customers, orders }).filter(([, size]) => size !== undefined)
      const sizes = Object.fromEntries(given)
      return withProgress('Seeding', (onProgress) =>
        seedGenerated(shop, { profile, seed, sizes, replace, base, onProgress }),
      )
    },
    text: ({ profile, seed, base, products, customers, orders }) =>
      `The shop now has ${number(products)} products, ${number(customers)} generated customers and ${number(orders)} generated orders (profile ${profile}, seed ${seed}, base ${base}).`,
  })
}

const number = (count: number): string => count.toLocaleString('en-IN')
