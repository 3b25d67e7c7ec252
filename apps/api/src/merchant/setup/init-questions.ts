/** The questions of `haat init`: what each setting takes is in the contract, what Enter takes is here. */
import { pinCodeIn, sellerMismatch } from '@haat/contract/gstin'
import { stateOfCode, statesOfPin } from '@haat/contract/indian-states'
import { toRupees } from '@haat/contract/money'
import { RETURN_DAYS, SETTING_FIELDS, type SettingPath } from '@haat/contract/setting-fields'
import type * as z from 'zod/mini'
import { NEW_SHOP_LIMITS } from '../../features/settings/default-settings.ts'
import type { Answers } from './set-up-shop.ts'

type LimitName = keyof Answers['limits']
export type Name = Exclude<keyof Answers, 'limits'> | LimitName
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
  schema: z.ZodMiniType
  /** What Enter takes: an empty text leaves the answer out, and null means that the question needs an answer. */
  fallback: (answers: Partial<Texts>) => string | null
  /** What contradicts the answers before. */
  contradiction?: (value: string, answers: Partial<Texts>) => string | null
}

/** A question for a setting. */
function forSetting(
  path: SettingPath,
  flag: string,
  option: string,
  fallback: Question['fallback'] | string | null,
  more: Partial<Question> = {},
): Question {
  const answer = typeof fallback === 'function' ? fallback : () => fallback
  return { ...SETTING_FIELDS[path], flag, option, fallback: answer, ...more }
}

/** In the order of the prompts. */
export const QUESTIONS: Record<Exclude<Name, LimitName>, Question> = {
  shop_name: forSetting('shop_name', '--name', '<text>', null),
  legal_name: forSetting('seller.legal_name', '--legal-name', '<text>', ({ shop_name = '' }) => shop_name),
  address: forSetting('seller.address', '--address', '<text>', null),
  gstin: forSetting('seller.gstin', '--gstin', '<number>', '', {
    label: 'GSTIN (Enter if the business is not registered for GST)',
    help: 'GSTIN; leave out if the business is not registered for GST',
  }),
  state: forSetting(
    'seller.state',
    '--state',
    '<name>',
    ({ gstin = '', address = '' }) =>
      (stateOfCode(gstin.trim().slice(0, 2)) ?? statesOfPin(pinCodeIn(address))[0])?.name ?? null,
    {
      contradiction: (state, { gstin = '', address = '' }) =>
        sellerMismatch({ gstin: gstin.trim(), state, address }),
    },
  ),
  email: forSetting('contact.emails', '--email', '<address>', null, {
    label: 'E-mail address for customers',
    schema: SETTING_FIELDS['contact.emails'].schema.def.element,
  }),
  phone: forSetting('contact.phones', '--phone', '<number>', '', {
    label: 'Phone number for customers (Enter for none)',
    help: 'Phone number for customers; leave out if there is none',
    schema: SETTING_FIELDS['contact.phones'].schema.def.element,
  }),
  grievance_officer: forSetting('seller.grievance_officer', '--grievance-officer', '<name>', null),
  grievance_email: forSetting(
    'seller.grievance_email',
    '--grievance-email',
    '<address>',
    ({ email = '' }) => email,
  ),
  delivery_charge: forSetting('delivery.charge', '--delivery-charge', '<rupees>', '49'),
  free_above: forSetting('delivery.free_above', '--free-above', '<rupees>', '999'),
  cash_on_delivery: forSetting('payments.cod', '--cash-on-delivery', '<yes|no>', 'yes'),
  return_days: { ...RETURN_DAYS, flag: '--return-days', option: '<days>', fallback: () => 'none' },
}

const proposed = (limit: number | null): string => (limit === null ? 'none' : String(limit))

/** Asked only if the merchant does not take the proposed limits. */
export const LIMIT_QUESTIONS: Record<LimitName, Question> = {
  pieces_per_line: forSetting(
    'limits.pieces_per_line',
    '--pieces-per-line',
    '<number>',
    proposed(NEW_SHOP_LIMITS.pieces_per_line),
  ),
  open_cod_orders: forSetting(
    'limits.open_cod_orders',
    '--open-cod-orders',
    '<number>',
    proposed(NEW_SHOP_LIMITS.open_cod_orders),
  ),
  cod_order_value: forSetting(
    'limits.cod_order_value',
    '--cod-order-value',
    '<rupees>',
    proposed(toRupees(NEW_SHOP_LIMITS.cod_order_value ?? 0)),
  ),
  verified_contact: forSetting(
    'limits.verified_contact',
    '--verified-contact',
    '<yes|no>',
    NEW_SHOP_LIMITS.verified_contact ? 'yes' : 'no',
  ),
}
