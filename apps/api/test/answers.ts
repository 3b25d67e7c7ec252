/** The settings of a merchant who has answered `haat init`. */
import type { AllSettings } from '@haat/contract/settings'
import { NEW_SETTINGS } from '../src/features/settings/default-settings.ts'

const EMAIL = 'help@meera.in'

export const ANSWERS: AllSettings = {
  ...NEW_SETTINGS,
  shop_name: 'Meera Stores',
  contact: {
    ...NEW_SETTINGS.contact,
    emails: [EMAIL],
    address: '14, Residency Road, Bengaluru 560025',
  },
  return_days: 7,
  alerts: { email: EMAIL, low_stock: 5 },
  seller: {
    legal_name: 'Meera Stores LLP',
    address: '14, Residency Road, Bengaluru 560025',
    state: 'Karnataka',
    gstin: '29ABCDE1234F1ZW',
    composition: false,
    fssai: null,
    grievance_officer: 'Meera Krishnan',
    grievance_email: EMAIL,
  },
}

/** The same, with another seller. */
export const withSeller = (changes: Partial<AllSettings['seller']>): AllSettings => ({
  ...ANSWERS,
  seller: { ...ANSWERS.seller, ...changes },
})
