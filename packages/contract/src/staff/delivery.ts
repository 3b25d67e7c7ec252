import * as z from 'zod/mini'
import { arrivalText } from '../arrival-text.ts'
import { Delivery } from '../delivery.ts'
import { formatShortRupees } from '../money.ts'
import { PATTERNS } from '../rules.ts'
import {
  act,
  each,
  field,
  csvText,
  FileReply,
  flag,
  limit,
  optional,
  plural,
  Rupees,
  table,
  text,
  TextOrNull,
} from './act.ts'

/** What the merchant says of delivery to an area; null: what holds around it. */
export const DeliveryRule = z.object({
  area: field(z.string(), 'a state, or three to six digits that begin PIN codes'),
  served: z.nullable(z.boolean()),
  /** Working days after the parcel has left: `2`, `2-4`. */
  days: TextOrNull,
  charge: z.nullable(Rupees),
  cod: z.nullable(z.boolean()),
})
export type DeliveryRule = z.output<typeof DeliveryRule>

const area = text('a state, or three to six digits that begin PIN codes: Karnataka, 560, 560001')

const Answer = z.enum(['yes', 'no', 'none'])

export const DELIVERY_FIELDS = ['served', 'days', 'charge', 'cod'] as const

const AREA_COUNT = { reply: z.object(each(z.int(), 'set', 'removed')) }
const said = ({ set, removed }: { set: number; removed: number }): string =>
  `Set ${plural(set, 'area')}${removed === 0 ? '' : ` and removed ${removed}`}.`

export const staffDelivery = {
  list: act('delivery list', {
    route: 'GET /api/desk/delivery',
    permission: 'settings.write',
    summary: 'list the areas with days, a charge or cash on delivery of their own',
    input: {
      beginning: optional(z.string(), 'only areas that begin so, such as 56'),
      limit: limit(200),
    },
    reply: z.object({ rules: table(DeliveryRule), total: z.int() }),
  }),
  get: act('delivery get', {
    route: 'GET /api/desk/delivery/file',
    permission: 'settings.write',
    summary: 'print all areas as CSV',
    help: 'Example:\n  haat delivery get > delivery.csv',
    reply: FileReply,
    file: 'text/csv',
  }),
  check: act('delivery check <pincode>', {
    route: 'GET /api/desk/delivery/check/{pincode}',
    permission: 'settings.write',
    summary: 'say what a shopper is told of a PIN code',
    input: {
      pincode: field(
        z.string().check(z.regex(PATTERNS.pincode, 'a PIN code: six digits, the first not 0')),
        'six digits',
      ),
    },
    reply: Delivery,
    said: ({ pincode, city, state, problem, arrives, charge, cod }) =>
      [
        [pincode, city, state].filter(Boolean).join(', '),
        problem ??
          `Ordered now, it arrives ${arrives ? arrivalText(arrives) : ''}. Delivery ${charge === 0 ? 'is free' : `costs ${formatShortRupees(charge)}`}. ${cod ? 'Cash is taken.' : 'No cash on delivery.'}`,
      ].join(': '),
  }),
  set: act('delivery set <area>', {
    route: 'PATCH /api/desk/delivery/{area}',
    permission: 'settings.write',
    summary: 'set how an area is served; the smallest area around an address decides',
    help: `Without a rule, the settings hold, and the days follow from the distance.

Examples:
  haat delivery set Kerala --days 3-5 --charge 79
  haat delivery set 793 --served no
  haat delivery set 560 --days 1 --cod none`,
    input: {
      area,
      served: optional(Answer, 'whether the shop delivers there: yes, no or none'),
      days: optional(z.string(), 'working days after the parcel has left, such as 2-4; none takes them away'),
      charge: optional(z.string(), 'delivery charge in rupees; none takes it away'),
      cod: optional(Answer, 'whether cash is taken: yes, no or none'),
    },
    ...AREA_COUNT,
    said,
  }),
  import: act('delivery import <csv>', {
    route: 'POST /api/desk/delivery/file',
    permission: 'settings.write',
    summary: 'set many areas from a CSV file; such as the PIN codes that a courier serves',
    help: `The first line names the columns: area (or pincode), and any of served, days, charge and cod.

Example:
  haat delivery import courier.csv --replace`,
    input: {
      csv: csvText('the file, in UTF-8; - reads the standard input'),
      replace: flag('also remove the areas that the file leaves out'),
    },
    ...AREA_COUNT,
    said,
  }),
  remove: act('delivery remove <areas...>', {
    route: 'POST /api/desk/delivery/remove',
    permission: 'settings.write',
    summary: 'remove the rules of areas',
    help: 'Example:\n  haat delivery remove Kerala 793',
    input: { areas: z.array(area).check(z.minLength(1), z.maxLength(1000)) },
    ...AREA_COUNT,
    said,
  }),
}
