/** Checks what a shop says about its seller: what Indian law requires, contact data, text pages. */
import type { ShopSettings } from '@haat/contract/settings'
import type { Reader } from '../../db/database.ts'
import { faultOfGstin } from '../../features/invoices/gst.ts'
import { DEFAULT_PAGES, DEFAULT_SETTINGS } from '../../features/settings/default-settings.ts'
import { findPage, findTemplatePages } from '../../features/settings/settings.store.ts'
import { gstinMismatch, parseSetting, stateMismatch } from '../setup/setting-rules.ts'
import { type CheckResult, error, INIT, setTo, warning } from './check-result.ts'

const EXAMPLES = {
  'seller.legal_name': 'Meera Stores LLP',
  'seller.address': '14, Residency Road, Bengaluru 560025',
  'seller.state': 'Karnataka',
  'seller.gstin': '29ABCDE1234F1ZW',
  'seller.grievance_officer': 'Meera Krishnan',
  'seller.grievance_email': 'complaints@meera.in',
  'contact.emails': 'help@meera.in',
  'contact.phones': '98450 12345',
  'contact.address': '14, Residency Road, Bengaluru 560025',
} as const
type Path = keyof typeof EXAMPLES

const example = (path: Path): string => `${setTo(path, EXAMPLES[path])}   # put in your own`

const OFFICER = 'The law requires a grievance officer, who answers complaints within 48 hours'

export const isDemoSeller = ({ legal_name }: ShopSettings['seller']): boolean =>
  legal_name === DEFAULT_SETTINGS.seller.legal_name

export function checkSeller({ seller, contact, showcase }: ShopSettings): CheckResult[] {
  const values: Record<Path, string | null> = {
    'seller.legal_name': seller.legal_name,
    'seller.address': seller.address,
    'seller.state': seller.state,
    'seller.gstin': seller.gstin,
    'seller.grievance_officer': seller.grievance_officer,
    'seller.grievance_email': seller.grievance_email,
    'contact.emails': contact.emails.join(', '),
    'contact.phones': contact.phones.join(', '),
    'contact.address': contact.address,
  }
  const isEmpty = (path: Path): boolean => (values[path] ?? '').trim() === ''
  const missing = (path: Path, what: string) => error(isEmpty(path), what, example(path))
  /** A value that `haat settings set` would refuse. */
  const malformed = (path: Path) => {
    const parsed = isEmpty(path) ? { value: null } : parseSetting(path, values[path] ?? '', null)
    return warning(
      'fault' in parsed,
      'fault' in parsed ? `${path}: ${parsed.fault.slice(0, -1)}` : '',
      example(path),
    )
  }
  return [
    ...error(isDemoSeller(seller), 'The seller is the demo shop', INIT),
    ...missing('seller.legal_name', 'The seller has no legal name'),
    ...missing('seller.address', 'The seller has no address'),
    ...checkState(seller),
    ...checkGstin(seller),
    ...missing('seller.grievance_officer', `The shop names no grievance officer. ${OFFICER}`),
    ...missing('seller.grievance_email', `There is no e-mail address for complaints. ${OFFICER}`),
    ...missing('contact.emails', 'The shop has no e-mail address for customers'),
    ...warning(
      isEmpty('contact.phones'),
      'The shop has no phone number for customers',
      example('contact.phones'),
    ),
    ...warning(
      isEmpty('contact.address'),
      'The shop has no address for customers',
      example('contact.address'),
    ),
    ...malformed('seller.address'),
    ...malformed('seller.grievance_officer'),
    ...malformed('seller.grievance_email'),
    ...malformed('contact.emails'),
    ...malformed('contact.phones'),
    ...malformed('contact.address'),
    ...warning(
      showcase !== null,
      'The shop shows sample ratings and reviews that no customer wrote',
      'haat settings set showcase none',
    ),
  ]
}

function checkState(seller: ShopSettings['seller']): CheckResult[] {
  const { state, gstin } = seller
  const mismatch = gstinMismatch(seller) === null ? stateMismatch(seller) : null
  const parsed = parseSetting('seller.state', state, null)
  const isMissing = 'fault' in parsed && gstinMismatch({ gstin, state }) === null
  return [
    ...error(isMissing, "The seller's state is not a state of India", example('seller.state')),
    ...warning(mismatch !== null, mismatch ?? '', example('seller.address')),
  ]
}

function checkGstin(seller: ShopSettings['seller']): CheckResult[] {
  const { gstin } = seller
  if (!gstin)
    return warning(
      true,
      'There is no GSTIN: orders get bills of supply, without tax',
      example('seller.gstin'),
    )
  const fault = faultOfGstin(gstin)
  if (fault !== null) return error(true, fault, example('seller.gstin'))
  const mismatch = gstinMismatch(seller)
  if (mismatch === null) return []
  const [, registered = ''] = /belongs to (.*?)\. Choose/.exec(mismatch) ?? []
  return error(true, mismatch, setTo('seller.state', registered))
}

/** Pages that nobody has made the shop's own. */
export async function checkPages(reader: Reader): Promise<CheckResult[]> {
  const templates = await findTemplatePages(reader)
  const results: CheckResult[] = []
  for (const { slug, title, text } of DEFAULT_PAGES) {
    const isTemplate = templates?.includes(slug) ?? ((await findPage(reader, slug))?.text ?? text) === text
    results.push(
      ...warning(
        isTemplate,
        `You have not edited the page ${title}`,
        `haat pages get ${slug} > ${slug}.txt   # read it and correct it, then:`,
        `haat pages set ${slug} ${slug}.txt`,
      ),
    )
  }
  return results
}
