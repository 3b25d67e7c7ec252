import { contract, type Contract } from '@haat/contract'
import type { Database } from '../../db/database.ts'
import { jsonEncoder } from '../../http/encode-reply.ts'
import { notFound } from '../../http/failure.ts'
import { encoded, type Handlers } from '../../http/serve.ts'
import type { Shop } from '../../shop.ts'
import { DEFAULT_PAGES } from './default-settings.ts'
import { NO_ORDERS, offeredPayments } from './offered-payments.ts'
import { findOwnPages, findPage, isInitialised, readSettings } from './settings.store.ts'

const TEST_PAYMENTS = 'Test payments: no money moves, and orders paid online are only tests.'

/** The JSON before and after the time, for the version of the database at which it was right last. */
const encodedSettings = new WeakMap<Database, { version: string; before: string; after: string }>()

export const settings: Handlers<Contract['settings']> = {
  async get(_request, shop) {
    const version = await shop.db.version()
    let json = encodedSettings.get(shop.db)
    if (json?.version !== version) json = { version, ...(await encodeSettings(shop)) }
    encodedSettings.set(shop.db, json)
    return encoded(json.before + JSON.stringify(shop.now()) + json.after, null)
  },

  async page({ params }, { db }) {
    const page = (await findPage(db, params.slug)) ?? DEFAULT_PAGES.find(({ slug }) => slug === params.slug)
    if (!page) throw notFound('Page')
    return { page }
  },
}

const encode = jsonEncoder(contract.settings.get.reply)

/** The default contact and seller are the demo's: a shop that is not set up has none. */
const NO_OWNER = {
  seller_label: '',
  contact: { emails: [], phones: [], address: '', support_hours: '' },
  seller: {
    legal_name: '',
    address: '',
    state: '',
    gstin: null,
    grievance_officer: null,
    grievance_email: null,
  },
}

async function encodeSettings({ db, pay, config }: Pick<Shop, 'db' | 'pay' | 'config'>) {
  const stored = await readSettings(db)
  const is_set_up = await isInitialised(db)
  const { cod, online } = offeredPayments(stored, pay !== null)
  const test_bank = pay?.simulated === true
  const json = encode({
    settings: {
      ...stored,
      ...(!is_set_up && NO_OWNER),
      payments: { ...stored.payments, online },
    },
    now: new Date(0),
    is_set_up,
    online_payment: online,
    pages: await findOwnPages(db),
    public_url: config.publicUrl,
    test_bank,
    warning: !cod && !online ? NO_ORDERS : test_bank && config.production ? TEST_PAYMENTS : null,
  })
  // In a text of the shop both quotation marks would be escaped.
  const [before = '', after = ''] = json.split(/(?<="now":)"[^"]*"/)
  return { before, after }
}
