import type { Contract } from '@haat/contract'
import { PAISE_MAX } from '@haat/contract/money'
import type { PaymentProviderName } from '@haat/contract/rules'
import type { AllSettings } from '@haat/contract/settings'
import { versionCache } from '../../db/catalogue-version.ts'
import type { Database } from '../../db/database.ts'
import { notFound } from '../../http/failure.ts'
import { mayPreview } from '../../http/preview.ts'
import type { Handlers } from '../../http/serve.ts'
import { languageNow } from '../../say.ts'
import type { Shop } from '../../shop.ts'
import { translate } from '../translations/translations.store.ts'
import { whyClosed } from './closed.ts'
import { NEW_SETTINGS } from './default-settings.ts'
import { markdownHtml } from './markdown.ts'
import { NO_ORDERS, offeredPayments } from './offered-payments.ts'
import { findOwnPages, isOpen, isSetUp, readPage, readSettings } from './settings.store.ts'
import { shownSettings } from './shop-texts.ts'

const TEST_PAYMENTS = 'Test payments: no money moves, and orders paid online are only tests.'

export const settings: Handlers<Contract['settings']> = {
  async get({ cookie }, shop) {
    const { db, now, config } = shop
    const stored = await storedOf(db)
    const is_set_up = stored.is_set_up || (config.production && (await mayPreview(shop, cookie)))
    return { ...publicSettings({ ...stored, is_set_up }, shop), now: now() }
  },

  async page({ params, cookie }, shop) {
    const { db, pay, config } = shop
    const page = await readPage(db, pay, params.slug)
    if (!page) throw notFound('Page')
    const isPromise = !(await isOpen(db, config)) && !(await mayPreview(shop, cookie))
    const own = isPromise ? '' : page.text
    // The HTML comes of the text.
    const text = (await translate(db, languageNow(), [own])).get(own) ?? own
    return { page: { ...page, text, html: markdownHtml(text) } }
  },
}

interface Stored {
  settings: AllSettings
  is_set_up: boolean
  pages: Awaited<ReturnType<typeof findOwnPages>>
}

const cachedSettings = versionCache<Stored>(1)

const storedOf = (db: Database): Promise<Stored> =>
  cachedSettings(db, 'settings', async () => ({
    settings: await readSettings(db),
    is_set_up: await isSetUp(db),
    pages: await findOwnPages(db),
  }))

/** The default contact and seller are the demo's: a shop that is not set up has none. */
const NO_OWNER = { seller_label: '', contact: NEW_SETTINGS.contact, seller: NEW_SETTINGS.seller }

/** The demo's promises, which nobody has made in production before the shop is set up. Nothing can be bought then. */
const NO_PROMISES = {
  tagline: '',
  services: [],
  info_cards: [],
  upi_apps: [],
  new_arrivals_intro: '',
  copyright: '',
  showcase: null,
  delivery: { ...NEW_SETTINGS.delivery, free_above: PAISE_MAX },
}

function publicSettings(
  { settings: stored, is_set_up, pages }: Stored,
  { pay, config, sms, now: clock }: Shop,
) {
  const now = clock()
  const { cod, online, providers } = offeredPayments(stored, pay)
  const test_bank = providers.some(({ simulated }) => simulated)
  const closed = whyClosed(stored, now)
  const phone_login = sms.sends('otp')
  return {
    settings: {
      ...shownSettings(stored, now),
      ...(!is_set_up && NO_OWNER),
      ...(!is_set_up && config.production && NO_PROMISES),
      payments: { ...stored.payments, online },
      checkout: { guest: stored.checkout.guest && phone_login },
    },
    is_set_up,
    online_payment: online,
    pages,
    public_url: config.publicUrl,
    payment_providers: providers.map(({ name, label, marks }) => ({
      ...{ label, marks: [...marks] },
      name: name as PaymentProviderName,
    })),
    phone_login,
    test_bank,
    closed,
    warning: closed ?? (!cod && !online ? NO_ORDERS : test_bank && config.production ? TEST_PAYMENTS : null),
  }
}
