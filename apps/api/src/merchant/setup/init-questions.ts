/** The questions of `haat init`: what each setting takes is in the contract, what Enter takes is here. */
import { pinCodeIn, sellerMismatch } from '@haat/contract/gstin'
import { stateOfCode, statesOfPin } from '@haat/contract/indian-states'
import type { SettingPath } from '@haat/contract/setting-fields'

/** What was typed, by setting; empty where there is no answer. */
export type Texts = Partial<Record<SettingPath, string>>

export interface Question {
  /** The option that answers it. */
  flag: string
  /** What the question adds to the name of the setting, and what the help of the option adds to it. */
  hint?: string
  help?: string
  /** What Enter takes: an empty text leaves the answer out; without it, the question needs an answer. */
  fallback?: (texts: Texts) => string | undefined
  /** What contradicts the answers before. */
  contradiction?: (value: string, texts: Texts) => string | null
}

/** In the order of the prompts. */
export const QUESTIONS: Partial<Record<SettingPath, Question>> = {
  shop_name: { flag: '--name <text>' },
  'seller.legal_name': { flag: '--legal-name <text>', fallback: ({ shop_name }) => shop_name },
  'seller.address': { flag: '--address <text>' },
  'seller.gstin': {
    flag: '--gstin <number>',
    hint: ' (Enter if the business is not registered for GST)',
    help: '; leave out if the business is not registered for GST',
    fallback: () => '',
  },
  'seller.state': {
    flag: '--state <name>',
    fallback: ({ 'seller.gstin': gstin = '', 'seller.address': address = '' }) =>
      (stateOfCode(gstin.trim().slice(0, 2)) ?? statesOfPin(pinCodeIn(address))[0])?.name,
    contradiction: (state, { 'seller.gstin': gstin = '', 'seller.address': address = '' }) =>
      sellerMismatch({ gstin: gstin.trim(), state, address }),
  },
  'contact.emails': { flag: '--email <address>' },
  'contact.phones': {
    flag: '--phone <number>',
    hint: ' (Enter for none)',
    help: '; leave out if there are none',
    fallback: () => '',
  },
  'seller.grievance_officer': { flag: '--grievance-officer <name>' },
  'seller.grievance_email': {
    flag: '--grievance-email <address>',
    fallback: ({ 'contact.emails': emails = '' }) => emails.split(/[,;]/)[0]?.trim(),
  },
  'delivery.charge': { flag: '--delivery-charge <rupees>', fallback: () => '49' },
  'delivery.free_above': { flag: '--free-above <rupees>', fallback: () => '999' },
  'delivery.areas': {
    flag: '--deliver-to <areas>',
    hint: ' (none = all of India)',
    help: '; without a GSTIN its own state, since sales to others need one; none for all of India',
    fallback: ({ 'seller.gstin': gstin, 'seller.state': state }) => (gstin ? '' : state),
  },
  'payments.cod': { flag: '--cash-on-delivery <yes|no>', fallback: () => 'yes' },
  return_days: { flag: '--return-days <days>', fallback: () => 'none' },
}
