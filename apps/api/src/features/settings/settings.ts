import { contract, type Contract } from '@haat/contract'
import { PAISE_MAX } from '@haat/contract/money'
import type { Database } from '../../db/database.ts'
import { jsonEncoder } from '../../http/encode-reply.ts'
import { notFound } from '../../http/failure.ts'
import { encoded, type Handlers } from '../../http/serve.ts'
import type { Shop } from '../../shop.ts'
import { DEFAULT_PAGES, DEFAULT_SETTINGS } from './default-settings.ts'
import { NO_ORDERS, offeredPayments } from './offered-payments.ts'
import { findOwnPages, findPage, isInitialised, readSettings } from './settings.store.ts'

const TEST_PAYMENTS = 'Test payments: no money moves, and orders paid online are only tests.'

/** The JSON, and where it has the time, for the version of the database at which it was right last. */
interface EncodedSettings {
  version: string
  json: Buffer
  timeAt: number
}

const encodedSettings = new WeakMap<Database, EncodedSettings>()

export const settings: Handlers<Contract['settings']> = {
  get(_request, shop) {
    const version = shop.db.versionAtOnce()
    const known = encodedSettings.get(shop.db)
    if (known !== undefined && known.version === version) return encoded(atTime(known, shop.now()), null)
    return currentSettings(shop).then((current) => encoded(atTime(current, shop.now()), null))
  },

  async page({ params }, { db, config }) {
    const page = await findPage(db, params.slug)
    if (page) return { page }
    const first = DEFAULT_PAGES.find(({ slug }) => slug === params.slug)
    if (!first) throw notFound('Page')
    const isPromise = config.production && !(await isInitialised(db))
    return { page: isPromise ? { ...first, text: '' } : first }
  },
}

function atTime({ json, timeAt }: EncodedSettings, now: Date): Buffer {
  const copy = Buffer.from(json)
  copy.write(now.toISOString(), timeAt, 'latin1')
  return copy
}

async function currentSettings(shop: Pick<Shop, 'db' | 'pay' | 'config'>): Promise<EncodedSettings> {
  const version = await shop.db.version()
  const known = encodedSettings.get(shop.db)
  if (known?.version === version) return known
  const json = Buffer.from(await encodeSettings(shop))
  // In a text of the shop the quotation marks would be escaped.
  const current = { version, json, timeAt: json.indexOf(TIME_FIELD) + TIME_FIELD.length }
  encodedSettings.set(shop.db, current)
  return current
}

const TIME_FIELD = '"now":"'
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

/** The demo's promises, which nobody has made in production before the shop is set up. Nothing can be bought then. */
const NO_PROMISES = {
  tagline: '',
  services: [],
  info_cards: [],
  upi_apps: [],
  new_arrivals_intro: '',
  copyright: '',
  showcase: null,
  delivery: {
    charge: DEFAULT_SETTINGS.delivery.charge,
    free_above: PAISE_MAX,
    waivedOnCartCheckout: false,
    deals_ship_free: false,
  },
}

async function encodeSettings({ db, pay, config }: Pick<Shop, 'db' | 'pay' | 'config'>): Promise<string> {
  const stored = await readSettings(db)
  const is_set_up = await isInitialised(db)
  const { cod, online } = offeredPayments(stored, pay !== null)
  const test_bank = pay?.simulated === true
  return encode({
    settings: {
      ...stored,
      ...(!is_set_up && NO_OWNER),
      ...(!is_set_up && config.production && NO_PROMISES),
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
}
