/** The questions of `haat init`, with the rule of each answer and what Enter takes. */
import { toRupees } from '@haat/contract/money'
import { stateOfCode, stateProblem, statesOfPin } from '@haat/contract/indian-states'
import { NEW_SHOP_LIMITS } from '../../features/settings/default-settings.ts'
import type { Answers } from './set-up-shop.ts'
import { gstinMismatch, INIT_RULES as RULES, pinCodeIn, type SettingRule } from './setting-rules.ts'

export type Name = Exclude<keyof Answers, 'limits'> | keyof Answers['limits']
/** Answers as typed; empty where there is none. */
export type Texts = Record<Name, string>

export interface Question {
  flag: string
  option: string
  /** The question, and by default the help of the option. */
  label: string
  /** The help of the option, if it is not the question. */
  help?: string
  example?: string
  rule: SettingRule
  /** What Enter takes: an empty text leaves the answer out, and null means that the question needs an answer. */
  fallback: (answers: Partial<Texts>) => string | null
  /** What contradicts the answers before. */
  contradiction?: (value: unknown, answers: Partial<Texts>) => string | null
}

const none = () => null
const empty = () => ''

/** In the order of the prompts. */
export const QUESTIONS: Record<Exclude<Name, keyof Answers['limits']>, Question> = {
  shop_name: {
    flag: '--name',
    option: '<text>',
    label: 'Name of the shop',
    example: 'Meera Stores',
    rule: RULES.shop_name,
    fallback: none,
  },
  legal_name: {
    flag: '--legal-name',
    option: '<text>',
    label: 'Legal name of the business, as on its invoices',
    rule: RULES['seller.legal_name'],
    fallback: ({ shop_name = '' }) => shop_name,
  },
  address: {
    flag: '--address',
    option: '<text>',
    label: 'Address of the business, with PIN code',
    example: '14, Residency Road, Bengaluru 560025',
    rule: RULES['seller.address'],
    fallback: none,
  },
  gstin: {
    flag: '--gstin',
    option: '<number>',
    label: 'GSTIN (Enter if the business is not registered for GST)',
    help: 'GSTIN; leave out if the business is not registered for GST',
    example: '29ABCDE1234F1ZW',
    rule: RULES['seller.gstin'],
    fallback: empty,
  },
  state: {
    flag: '--state',
    option: '<name>',
    label: 'State of the business',
    rule: RULES['seller.state'],
    fallback: ({ gstin = '', address = '' }) =>
      (stateOfCode(gstin.trim().slice(0, 2)) ?? statesOfPin(pinCodeIn(address))[0])?.name ?? null,
    contradiction: (state, { gstin = '', address = '' }) =>
      gstinMismatch({ gstin: gstin.trim(), state: String(state) })?.concat('.') ??
      stateProblem({ state: String(state), pincode: pinCodeIn(address) })?.message ??
      null,
  },
  email: {
    flag: '--email',
    option: '<address>',
    label: 'E-mail address for customers',
    example: 'help@meera.in',
    rule: RULES.email,
    fallback: none,
  },
  phone: {
    flag: '--phone',
    option: '<number>',
    label: 'Phone number for customers (Enter for none)',
    help: 'Phone number for customers; leave out if there is none',
    example: '98450 12345',
    rule: RULES.phone,
    fallback: empty,
  },
  grievance_officer: {
    flag: '--grievance-officer',
    option: '<name>',
    label: 'Name of the grievance officer (required by law; it can be you)',
    example: 'Meera Krishnan',
    rule: RULES['seller.grievance_officer'],
    fallback: none,
  },
  grievance_email: {
    flag: '--grievance-email',
    option: '<address>',
    label: 'E-mail address for complaints',
    rule: RULES['seller.grievance_email'],
    fallback: ({ email = '' }) => email,
  },
  delivery_charge: {
    flag: '--delivery-charge',
    option: '<rupees>',
    label: 'Delivery charge in rupees (0 for free delivery)',
    rule: RULES['delivery.charge'],
    fallback: () => '49',
  },
  free_above: {
    flag: '--free-above',
    option: '<rupees>',
    label: 'Delivery is free for orders above this amount, in rupees',
    rule: RULES['delivery.free_above'],
    fallback: () => '999',
  },
  cash_on_delivery: {
    flag: '--cash-on-delivery',
    option: '<yes|no>',
    label: 'Can customers pay cash on delivery? (yes or no)',
    rule: RULES.cash_on_delivery,
    fallback: () => 'yes',
  },
  return_days: {
    flag: '--return-days',
    option: '<days>',
    label: 'How many days may customers return goods? (none = only damaged or wrong goods)',
    rule: RULES.return_days,
    fallback: () => 'none',
  },
}

const proposed = (limit: number | null) => (): string => (limit === null ? 'none' : String(limit))

/** Asked only if the merchant does not take the proposed limits. */
export const LIMIT_QUESTIONS: Record<keyof Answers['limits'], Question> = {
  pieces_per_line: {
    flag: '--pieces-per-line',
    option: '<number>',
    label: 'Pieces of one product that a customer may order at once',
    rule: RULES['limits.pieces_per_line'],
    fallback: proposed(NEW_SHOP_LIMITS.pieces_per_line),
  },
  open_cod_orders: {
    flag: '--open-cod-orders',
    option: '<number>',
    label: 'How many unpaid COD orders may one customer have at a time? (none = no limit)',
    rule: RULES['limits.open_cod_orders'],
    fallback: proposed(NEW_SHOP_LIMITS.open_cod_orders),
  },
  cod_order_value: {
    flag: '--cod-order-value',
    option: '<rupees>',
    label: 'Highest value of a COD order, in rupees (none = no limit)',
    rule: RULES['limits.cod_order_value'],
    fallback: proposed(toRupees(NEW_SHOP_LIMITS.cod_order_value ?? 0)),
  },
  verified_contact: {
    flag: '--verified-contact',
    option: '<yes|no>',
    label: 'Must customers verify their e-mail address before they order? (yes or no)',
    rule: RULES['limits.verified_contact'],
    fallback: () => (NEW_SHOP_LIMITS.verified_contact ? 'yes' : 'no'),
  },
}
