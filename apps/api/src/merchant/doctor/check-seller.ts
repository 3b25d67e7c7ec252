/** Whether the shop says who sells, as Indian law wants it shown, and nothing that is only for show. */
import type { ShopSettings } from '@haat/contract/settings'
import { findState, stateOfCode } from '../../features/invoices/gst-states.ts'
import { faultOfGstin } from '../../features/invoices/gstin.ts'
import { DEFAULT_SETTINGS } from '../../features/settings/default-settings.ts'
import type { Finding } from './finding.ts'

const wrong = (what: string, remedy: string): Finding => ({ level: 'wrong', what, remedy })
const advice = (what: string, remedy: string): Finding => ({ level: 'advice', what, remedy })
const set = (path: string, example: string): string => `haat settings set ${path} ${JSON.stringify(example)}`

export function checkSeller({ seller, contact, showcase }: ShopSettings): Finding[] {
  const isEmpty = (text: string | null): boolean => (text ?? '').trim() === ''
  const isDemo = seller.legal_name === DEFAULT_SETTINGS.seller.legal_name
  return [
    ...(isDemo
      ? [
          wrong(
            'The seller is the demo shop.',
            'Set a shop of your own up with haat init, in an empty folder.',
          ),
        ]
      : []),
    ...(isEmpty(seller.legal_name)
      ? [wrong('Nobody is named as the seller.', set('seller.legal_name', 'Meera Stores LLP'))]
      : []),
    ...(isEmpty(seller.address)
      ? [wrong('The seller has no address.', set('seller.address', '14, Residency Road, Bengaluru 560025'))]
      : []),
    ...(findState(seller.state)
      ? []
      : [wrong("The seller's state is none of India's.", set('seller.state', 'Karnataka'))]),
    ...checkGstin(seller),
    ...(isEmpty(seller.grievance_officer) || isEmpty(seller.grievance_email)
      ? [
          wrong(
            'No grievance officer is named; the law wants name and address of one who answers within 48 hours.',
            `${set('seller.grievance_officer', 'Meera Krishnan')} and seller.grievance_email`,
          ),
        ]
      : []),
    ...(contact.emails.length + contact.phones.length === 0
      ? [wrong('Customers cannot reach the shop.', 'haat settings set contact.emails \'["help@meera.in"]\'')]
      : []),
    ...(showcase === null
      ? []
      : [advice('Ratings and reviews are shown that nobody gave.', 'haat settings set showcase null')]),
  ]
}

function checkGstin({ gstin, state }: ShopSettings['seller']): Finding[] {
  if (!gstin)
    return [
      advice(
        'There is no GSTIN: orders get bills of supply, without tax.',
        set('seller.gstin', '29ABCDE1234F1Z5'),
      ),
    ]
  const fault = faultOfGstin(gstin)
  if (fault !== null) return [wrong(`The GSTIN ${gstin} ${fault}.`, set('seller.gstin', '29ABCDE1234F1Z5'))]
  const home = stateOfCode(gstin.slice(0, 2))
  return home && home.code !== findState(state)?.code
    ? [
        wrong(
          `The GSTIN belongs to ${home.name}, the seller to ${state || 'no state'}.`,
          set('seller.state', home.name),
        ),
      ]
    : []
}
