/** What a check of `haat doctor` is, and what it finds. */
import type { AllSettings } from '@haat/contract/settings'
import type { Shop } from '../../shop.ts'
import type { NamedRow } from './doctor.store.ts'
import type { Surroundings } from './surroundings.ts'

/** The points of the checklist in docs/running-in-production.md. */
export const POINTS = {
  environment: 'NODE_ENV is production',
  address: 'PUBLIC_URL is the https address of the shop',
  proxy: 'TRUST_PROXY is set, so that callers are told apart',
  hosts: 'Nobody reaches the shop past the proxy, or its metrics',
  reply: 'The shop answers at PUBLIC_URL, with a valid certificate and HSTS',
  payment: 'PAYMENT does not name the test bank',
  mail: "Mail goes out over TLS, from the shop's own address",
  mailServer: 'The mail server can be reached, and lets the shop in',
  database: 'The database has a password of its own, and TLS on the way to it',
  durability: 'PostgreSQL has what it confirms on its disk',
  replica: 'DATABASE_READ_URL names a replica of the database',
  media: 'Pictures travel to the S3 server over TLS',
  secrets: 'Secrets are random, and nobody else can read them',
  folder: 'The data folder is closed to other users',
  rateLimit: 'Passwords and codes are rate-limited',
  limits: 'Nobody can reserve all the stock: cash on delivery is limited',
  demo: 'There is no demo, and no QA tool',
  backups: 'Backups are scheduled, and the last one is recent',
  disk: 'The disk has room',
  clock: 'The clock is not behind the orders',
  configuration: 'The configuration has no warnings',
  shop: 'The shop is complete and meets the legal requirements, as haat doctor says',
} as const
export type Point = keyof typeof POINTS

/** What checks read. */
export interface Examined extends Shop {
  settings: AllSettings
  surroundings: Surroundings
  /** Whether the checklist of production is asked for. */
  isChecklist: boolean
}

export interface Finding {
  /** An `error` must be corrected before the shop may sell; a `warning` should be. */
  level: 'error' | 'warning'
  what: string
  /** Lines: a command that corrects it, with a `# comment`, or a sentence; further lines are other ways. */
  remedy: string
}
type Level = Finding['level']

export interface Check {
  point: Point
  /** Only the checklist of production asks it. */
  isOnlyForProduction: boolean
  find: (shop: Examined) => Promise<Finding[]>
}

/** True, or a text for the sentence; rows, which the sentence names; texts, which are a finding each. */
export type Found = boolean | string | null | readonly string[] | readonly NamedRow[]
type Seen<T> = T extends readonly string[] ? string : T extends false | null ? never : T
type Text<T> = string | ((found: Seen<T>) => string)

type Define = <T extends Found>(
  query: (shop: Examined) => T | Promise<T>,
  sentence: Text<T>,
  ...remedy: [Text<T>, ...Text<T>[]]
) => Check

const SHOWN_ROWS = 3

function namesOf(rows: readonly NamedRow[]): string {
  const names = rows.slice(0, SHOWN_ROWS).map(({ id, name }) => `${name} (${id})`)
  const more = rows.length > SHOWN_ROWS ? ` and ${rows.length - SHOWN_ROWS} more` : ''
  return ` (${rows.length}): ${names.join(', ')}${more}`
}

/** What was found once, or several times. */
function each<T extends Found>(found: T): Seen<T>[] {
  const isNothing = !found || (Array.isArray(found) && found.length === 0)
  const areTexts = Array.isArray(found) && typeof found[0] === 'string'
  return (isNothing ? [] : areTexts ? found : [found]) as Seen<T>[]
}

const define =
  (point: Point, levelOf: (shop: Examined) => Level, isOnlyForProduction = false): Define =>
  (query, sentence, ...remedies) => ({
    point,
    isOnlyForProduction,
    find: async (shop) =>
      each(await query(shop)).map((found) => {
        const say = (text: typeof sentence): string => (typeof text === 'string' ? text : text(found))
        const names = Array.isArray(found) ? namesOf(found as readonly NamedRow[]) : ''
        return {
          level: levelOf(shop),
          what: `${say(sentence)}${names}.`,
          remedy: remedies.map(say).join('\n'),
        }
      }),
  })

/** Makes the checks of one point. */
export const checksOf = (point: Point) => ({
  error: define(point, () => 'error'),
  warning: define(point, () => 'warning'),
  /** A warning that the checklist of production counts as an error. */
  warningOrError: define(point, ({ isChecklist }) => (isChecklist ? 'error' : 'warning')),
  /** Only asked by the checklist of production. */
  production: define(point, () => 'error', true),
})
