/** A merchant's answers to `haat init`. */
import { NEW_SHOP_LIMITS } from '../src/features/settings/default-settings.ts'
import type { Answers } from '../src/merchant/setup/set-up-shop.ts'

export const ANSWERS: Answers = {
  shop_name: 'Meera Stores',
  legal_name: 'Meera Stores LLP',
  address: '14, Residency Road, Bengaluru 560025',
  state: 'Karnataka',
  gstin: '29ABCDE1234F1ZW',
  email: 'help@meera.in',
  phone: null,
  grievance_officer: 'Meera Krishnan',
  grievance_email: 'help@meera.in',
  delivery_charge: 49_00,
  free_above: 999_00,
  cash_on_delivery: true,
  return_days: 7,
  limits: NEW_SHOP_LIMITS,
}
