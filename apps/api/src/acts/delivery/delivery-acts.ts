/** What the merchant says of delivery to areas. All functions throw Failures. */
import { isDeepStrictEqual } from 'node:util'
import { areaOf } from '@haat/contract/delivery-area'
import { toRupees } from '@haat/contract/money'
import { DELIVERY_FIELDS, type DeliveryRule } from '@haat/contract/staff/delivery'
import type { Staff } from '@haat/contract/staff/index'
import { stringify } from 'csv-stringify/sync'
import {
  type AreaRule,
  countRules,
  deleteRules,
  findRulesOf,
  listRules,
  storeRules,
} from '../../features/delivery/delivery.store.ts'
import { deliveryTo } from '../../features/delivery/delivery.ts'
import type { Tx } from '../../db/database.ts'
import { badRequest, Failure } from '../../http/failure.ts'
import type { ActTable } from '../act-table.ts'
import { csvRows } from '../cells/csv-rows.ts'
import { isFlag, isYes } from '../cells/fields.ts'
import { parseMoney } from '../cells/parse-money.ts'
import { isNothing } from '../settings/typed-setting.ts'

type Field = (typeof DELIVERY_FIELDS)[number]
type Typed = Partial<Record<Field, string>>

/** All PIN codes of India, and some. */
const AREAS_MAX = 30_000
/** Lines of a file that a refusal names. */
const FAULTS_SHOWN = 20
const CHARGE_MAX = 1_000_000
const DAYS = /^(\d{1,2})(?:\s*(?:-|–|to)\s*(\d{1,2}))?(?:\s*days?)?$/i

const NO_RULE: Omit<AreaRule, 'area'> = {
  served: null,
  cod: null,
  charge: null,
  days_from: null,
  days_to: null,
}

function readFlag(name: Field, text: string): boolean {
  if (!isFlag(text)) throw badRequest(`${name}: answer yes or no, not "${text}".`, { field: name })
  return isYes(text)
}

function readDays(text: string) {
  const [, from, to = from] = DAYS.exec(text) ?? []
  const days = { days_from: Number(from), days_to: Number(to) }
  if (from === undefined || days.days_to < days.days_from)
    throw badRequest(`days: give working days such as 2 or 2-4, not "${text}".`, { field: 'days' })
  return days
}

function readCharge(text: string): number {
  const amount = parseMoney(text)
  if (!('value' in amount) || amount.value > CHARGE_MAX)
    throw badRequest(`charge: give an amount up to ₹10,000, not "${text}".`, { field: 'charge' })
  return amount.value
}

const READ: Record<Field, (text: string) => Partial<AreaRule>> = {
  served: (text) => ({ served: readFlag('served', text) }),
  cod: (text) => ({ cod: readFlag('cod', text) }),
  charge: (text) => ({ charge: readCharge(text) }),
  days: readDays,
}
const NONE: Record<Field, Partial<AreaRule>> = {
  ...{ served: { served: null }, cod: { cod: null }, charge: { charge: null } },
  days: { days_from: null, days_to: null },
}

function checkedArea(text: string): string {
  const area = areaOf(text.trim())
  if (area === null)
    throw badRequest(
      `"${text}" is neither a state of India nor the first three to six digits of PIN codes.`,
      { field: 'area' },
    )
  return area
}

const withTyped = (rule: AreaRule, typed: Typed): AreaRule =>
  Object.entries(typed).reduce(
    (before, [name, text]) => ({
      ...before,
      ...(isNothing(text) ? NONE[name as Field] : READ[name as Field](text.trim())),
    }),
    rule,
  )

const saysNothing = ({ area: _, ...rule }: AreaRule): boolean =>
  Object.values(rule).every((value) => value === null)

/** Keeps rules, and removes those that say nothing. */
async function keepRules(tx: Tx, rules: readonly AreaRule[]): Promise<{ set: number; removed: number }> {
  const [empty, said] = [rules.filter(saysNothing), rules.filter((rule) => !saysNothing(rule))]
  await storeRules(tx, said)
  const removed = await deleteRules(
    tx,
    empty.map(({ area }) => area),
  )
  if ((await countRules(tx)) > AREAS_MAX) throw badRequest(`A shop can have ${AREAS_MAX} areas of its own.`)
  return { set: said.length, removed }
}

const HEADINGS: [RegExp, Field | 'area'][] = [
  [/^(area|pin ?-?_?code|pin|zip|state)$/i, 'area'],
  [/^(served|serviceable|delivery|prepaid)$/i, 'served'],
  [/^(days|tat|edd)$/i, 'days'],
  [/^(charge|price|rate)$/i, 'charge'],
  [/^(cod|cash|cash on delivery)$/i, 'cod'],
]

/** The rules of a CSV file. An empty cell says nothing. */
function readRules(csv: string): AreaRule[] {
  const refusal = 'The file is not CSV. Its first line names the columns: area,served,days,charge,cod'
  const [head = [], ...lines] = csvRows(csv, refusal, [',', ';', '\t'])
  const names = head.map((cell) => HEADINGS.find(([pattern]) => pattern.test(cell))?.[1])
  if (!names.includes('area') || names.filter(Boolean).length < 2)
    throw badRequest('The first line names the columns: area, and any of served, days, charge and cod.')
  if (lines.length > AREAS_MAX) throw badRequest(`A shop can have ${AREAS_MAX} areas of its own.`)
  const faults: string[] = []
  const rules = new Map<string, { rule: AreaRule; line: number }>()
  for (const [index, cells] of lines.entries()) {
    const line = index + 2
    try {
      const rule = ruleOf(names, cells)
      const first = rules.get(rule.area) ?? { rule, line }
      rules.set(rule.area, first)
      if (!isDeepStrictEqual(first.rule, rule))
        faults.push(`Lines ${first.line} and ${line}: two different rules for ${rule.area}. Keep one.`)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      faults.push(`Line ${line}: ${error.message}`)
    }
  }
  refuseFaults(faults)
  return [...rules.values()].map(({ rule }) => rule)
}

/** The rule of one line. @throws Failure */
function ruleOf(names: readonly (Field | 'area' | undefined)[], cells: readonly string[]): AreaRule {
  const { area = '', ...said }: Typed & { area?: string } = Object.fromEntries(
    names.flatMap((name, column) => (name && cells[column] ? [[name, cells[column]]] : [])),
  )
  return withTyped({ area: checkedArea(area), ...NO_RULE }, said)
}

/** @throws Failure that names the first of them */
function refuseFaults(faults: readonly string[]): void {
  if (faults.length === 0) return
  const more = faults.length - FAULTS_SHOWN
  throw badRequest([...faults.slice(0, FAULTS_SHOWN), ...(more > 0 ? [`And ${more} more.`] : [])].join('\n'))
}

const daysText = ({ days_from, days_to }: AreaRule): string | null =>
  days_from === null ? null : days_from === days_to ? String(days_from) : `${days_from}-${days_to}`

const shown = ({ area, served, charge, cod, ...days }: AreaRule): DeliveryRule => ({
  ...{ area, served, charge, cod },
  days: daysText({ area, served, charge, cod, ...days }),
})

const cell = (value: string | number | boolean | null): string | number =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value ?? '')

export const deliveryActs: ActTable<Staff['delivery']> = {
  async list({ db }, { beginning, limit }) {
    const rules = await listRules(db, { ...(beginning && { beginning }), limit })
    return { rules: rules.map(shown), total: await countRules(db) }
  },
  async get({ db }) {
    const rules = (await listRules(db, {})).map(shown)
    const rows = rules.map((rule) => [
      rule.area,
      ...DELIVERY_FIELDS.map((name) =>
        cell(name === 'charge' && rule.charge !== null ? toRupees(rule.charge) : rule[name]),
      ),
    ])
    return { name: 'delivery.csv', content: [stringify([['area', ...DELIVERY_FIELDS], ...rows])] }
  },
  check: ({ db, now }, { pincode }) => deliveryTo(db, { pincode }, now()),
  set: ({ db }, { area: name, ...typed }) =>
    db.transaction(async (tx) => {
      const area = checkedArea(name)
      const [rule = { area, ...NO_RULE }] = await findRulesOf(tx, [area])
      return keepRules(tx, [withTyped(rule, typed)])
    }),
  import: ({ db }, { csv, replace }) =>
    db.transaction(async (tx) => {
      const rules = readRules(csv)
      const given = new Set(rules.map(({ area }) => area))
      const others = replace ? (await listRules(tx, {})).filter(({ area }) => !given.has(area)) : []
      const dropped = await deleteRules(
        tx,
        others.map(({ area }) => area),
      )
      const { set, removed } = await keepRules(tx, rules)
      return { set, removed: removed + dropped }
    }),
  remove: ({ db }, { areas }) =>
    db.transaction(async (tx) => ({ set: 0, removed: await deleteRules(tx, areas.map(checkedArea)) })),
}
