/** Everything that a merchant can do on the command line can be done at the desk. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as camera from '@haat/contract/staff/camera'
import * as customers from '@haat/contract/staff/customers'
import * as delivery from '@haat/contract/staff/delivery'
import * as find from '@haat/contract/staff/find'
import * as house from '@haat/contract/staff/house'
import { staff } from '@haat/contract/staff/index'
import * as jobs from '@haat/contract/staff/jobs'
import * as offers from '@haat/contract/staff/offers'
import * as opening from '@haat/contract/staff/opening'
import * as orders from '@haat/contract/staff/orders'
import * as packing from '@haat/contract/staff/packing'
import * as payments from '@haat/contract/staff/payments'
import * as products from '@haat/contract/staff/products'
import * as reports from '@haat/contract/staff/reports'
import * as returns from '@haat/contract/staff/returns'
import * as reviews from '@haat/contract/staff/reviews'
import * as shop from '@haat/contract/staff/shop'
import * as today from '@haat/contract/staff/today'
import * as views from '@haat/contract/staff/views'
import { expect, it } from 'vitest'

/** Acts that no screen offers, with the reason. */
const ELSEWHERE: Record<string, string> = {
  'orders.reissue': 'has no button at an order yet',
  'returns.photo': 'the addresses of the pictures in the list of returns lead to it',
  'returns.show': 'the list has all of each request',
  'variants.add': 'products.set does it, with the whole list of variants',
  'variants.remove': 'products.set does it, with the whole list of variants',
}

/** What a group of acts is called where it is imported. */
const NAMES = new Map(
  [
    camera,
    customers,
    delivery,
    find,
    house,
    jobs,
    offers,
    opening,
    orders,
    packing,
    payments,
    products,
    reports,
    returns,
    reviews,
    shop,
    today,
    views,
  ].flatMap((exported) => Object.entries(exported).map(([name, value]) => [value as unknown, name] as const)),
)

const src = import.meta.dirname
const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => readFileSync(join(src, file), 'utf8'))

/** Some files choose an act of a group by its name. */
function isOffered(group: string, act: string): boolean {
  const direct = new RegExp(`\\b${group}\\.${act}\\b`)
  const byName = new RegExp(`\\b${group}\\[`)
  const isChosen = code.some((text) => byName.test(text))
  const named = new RegExp(`['"]${act}['"]|\\b${act}: (\\{|['"]\\w)`)
  return code.some((text) => direct.test(text) || (isChosen && text.includes(group) && named.test(text)))
}

const acts = Object.entries(staff).flatMap(([group, all]) =>
  Object.keys(all).map((name) => ({ id: `${group}.${name}`, group: NAMES.get(all) ?? group, name })),
)

it('a screen offers every act that is not excepted, and no exception is out of date', () => {
  const missing = acts.filter(({ group, name }) => !isOffered(group, name)).map(({ id }) => id)
  expect(missing.toSorted()).toEqual(Object.keys(ELSEWHERE).toSorted())
})
