/** Checks of what the shop says and sells. */
import { otherStateOfGstin, sellerMismatch } from '@haat/contract/gstin'
import { reachesBeyond } from '@haat/contract/delivery-area'
import { findState } from '@haat/contract/indian-states'
import { SHOP_UTC_OFFSET } from '@haat/contract/rules'
import { faultOfSetting, SETTING_FIELDS } from '@haat/contract/setting-fields'
import { type AllSettings, PAGE_SLUGS } from '@haat/contract/settings'
import { ENDED_GST_RATES, GST_RATES } from '@haat/contract/gst'
import { DEFAULT_SETTINGS } from '../../features/settings/default-settings.ts'
import { findUnbalanced } from '../../features/payments/ledger.store.ts'
import { offeredPayments } from '../../features/settings/offered-payments.ts'
import { findWrittenPages, isInitialised } from '../../features/settings/settings.store.ts'
import { isLinkAlive } from '../../acts/promotions/banner-links.ts'
import { findCurrentDeals, findOvertakenDeals } from '../../acts/promotions/promotions.ts'
import { findAllBanners } from '../../acts/promotions/promotions.store.ts'
import { formatSortable } from '../../format.ts'
import { type Checks, checksOf, type Define, type Examined, type Found, SHOP } from './check.ts'
import {
  hasProducts,
  type NamedRow,
  ordersOfNoState,
  productsWith,
  refundsDue,
  unsentMails,
  usedMedia,
  type FaultyVariant,
} from './doctor.store.ts'
import { INIT } from './server-checks.ts'

const { error, warning, warningOrError } = checksOf(SHOP)

/** A setting whose text the shop shows. */
type TextPath = Exclude<
  Extract<keyof typeof SETTING_FIELDS, `seller.${string}` | `contact.${string}`>,
  'seller.composition'
>

/** The command that sets a setting to an example. */
function setTo(path: TextPath, value: string = SETTING_FIELDS[path].example): string {
  const word = /^[\w.@-]+$/.test(value) ? value : `"${value}"`
  return `haat settings set ${path}=${word}   # put in your own`
}

const screenOf = (path: TextPath): string => `/settings/${path.startsWith('seller') ? 'seller' : 'shop'}`

function valueOf(settings: AllSettings, path: TextPath): string | null | readonly string[] {
  const [group, name] = path.split('.') as ['seller' | 'contact', string]
  return (settings[group] as Record<string, string | null | readonly string[]>)[name] ?? null
}

const isEmpty = (value: string | null | readonly string[]): boolean =>
  value === null || [value].flat().join('').trim() === ''

/** A text that is missing, and one that `haat settings set` refuses. */
const text = (path: TextPath, whenMissing: Define, missing: string, whenWrong: Define = warning): Checks => ({
  [path]: whenMissing(
    ({ settings }) => isEmpty(valueOf(settings, path)),
    missing,
    screenOf(path),
    setTo(path),
  ),
  [`${path}_form`]: whenWrong(
    ({ settings }) => {
      const value = valueOf(settings, path)
      return isEmpty(value) ? null : faultOfSetting(SETTING_FIELDS[path].schema, value)
    },
    (fault) => `${SETTING_FIELDS[path].label}: ${fault}`,
    screenOf(path),
    setTo(path),
  ),
})

const OFFICER = 'The law requires a grievance officer, who answers complaints within 48 hours'

const isDemoSeller = ({ seller }: AllSettings): boolean =>
  seller.legal_name === DEFAULT_SETTINGS.seller.legal_name

const SELLER_CHECKS: Checks = {
  not_set_up: error(
    async ({ db }) => !(await isInitialised(db)),
    'The shop is not set up',
    '/opening',
    'haat init',
  ),
  no_payment: error(
    ({ settings, pay }) => {
      const { cod, online } = offeredPayments(settings, pay)
      return !cod && !online
    },
    'The shop sells nothing: it offers no way to pay',
    '/settings/payments',
    'haat settings set payments.cod=yes',
  ),
  demo_seller: error(
    ({ settings }) => isDemoSeller(settings),
    'The seller is the demo shop',
    '/settings/seller',
    INIT,
  ),
  ...text('seller.legal_name', error, 'The seller has no legal name'),
  ...text('seller.address', error, 'The seller has no address'),
  ...text('seller.state', error, 'The seller has no state', error),
  ...text('seller.gstin', warning, 'There is no GSTIN: orders get bills of supply, without tax', error),
  sells_beyond: warning(
    ({ settings: { seller, delivery } }) =>
      seller.gstin === null && findState(seller.state) !== null && reachesBeyond(delivery.areas, seller.state)
        ? seller.state
        : null,
    (state) => `Without a GSTIN the shop may sell only in ${state}, and it delivers beyond`,
    '/settings/delivery',
    (state) => `haat settings set delivery.areas="${state}"`,
  ),
  other_state: error(
    ({ settings: { seller } }) =>
      faultOfSetting(SETTING_FIELDS['seller.gstin'].schema, seller.gstin) ? null : otherStateOfGstin(seller),
    (state) => `This GSTIN belongs to ${state}. Choose ${state}, or correct the GSTIN`,
    '/settings/seller',
    (state) => setTo('seller.state', state),
  ),
  seller_mismatch: warning(
    ({ settings: { seller } }) => otherStateOfGstin(seller) === null && sellerMismatch(seller),
    (mismatch) => mismatch,
    '/settings/seller',
    setTo('seller.address'),
  ),
  ...text('seller.grievance_officer', error, `The shop names no grievance officer. ${OFFICER}`),
  ...text('seller.grievance_email', error, `There is no e-mail address for complaints. ${OFFICER}`),
  ...text('contact.emails', error, 'The shop has no e-mail address for customers'),
  ...text('contact.phones', warning, 'The shop has no phone number for customers'),
  ...text('contact.address', warning, 'The shop has no address for customers'),
  sample_ratings: warning(
    ({ settings }) => settings.showcase !== null,
    'The shop shows sample ratings and reviews that no customer wrote',
    '/settings/texts',
    'haat settings set showcase=none',
  ),
  unread_page: warningOrError(
    async ({ db }) => {
      const written = await findWrittenPages(db)
      return PAGE_SLUGS.filter((slug) => !written.includes(slug))
    },
    (slug) => `You have not edited the page ${slug}`,
    (slug) => `/pages/${slug}`,
    (slug) => `haat pages get ${slug} > ${slug}.txt   # read it and correct it, then:`,
    (slug) => `haat pages set ${slug} ${slug}.txt`,
  ),
}

/** An amount as `haat products set` takes it. @param paise rounded up to a rupee */
const rupees = (paise: number | null | undefined): number => Math.ceil((paise ?? 0) / 100)

const setVariant = ([row]: readonly FaultyVariant[], value: string): string =>
  `haat products set ${row?.id} --variant ${row?.variant_id} ${value}`

/** Changes the first of the products. */
const setFirst =
  (value: string, comment: string) =>
  ([row]: readonly NamedRow[]): string =>
    `haat products set ${row?.id} ${value}   # ${comment}`

const firstProduct = ([row]: readonly NamedRow[]): string => `/products/${row?.id}`

const MANY = 'many at once: a file with the columns sku and'
const EACH_RATE = 'the rate of its HSN code, for each of them'

/** Only a seller with a GSTIN needs rates and codes. */
const ofGstSeller =
  <T extends Found>(query: (shop: Examined) => Promise<T>) =>
  async (shop: Examined): Promise<T | false> =>
    shop.settings.seller.gstin !== null && !shop.settings.seller.composition && query(shop)

const CATALOGUE_CHECKS: Checks = {
  no_privacy: warningOrError(
    async ({ db }) => !(await findWrittenPages(db)).some((slug) => slug.includes('privacy')),
    'There is no privacy policy, which the law requires of whoever keeps addresses',
    '/pages',
    'haat pages set privacy-policy privacy.txt --title "Privacy Policy"',
  ),
  no_products: warningOrError(
    async ({ db }) => !(await hasProducts(db)),
    'The shop has no products yet',
    '/products/new',
    'haat import products.csv',
  ),
  no_mrp: error(
    ({ db }) => productsWith(db, 'noMrp'),
    'Products without an MRP, which the law requires',
    '/products?lacks=mrp',
    (rows) => `${setVariant(rows, `mrp=${rupees(rows[0]?.price)}`)}   # the MRP printed on the goods`,
    `haat prices prices.csv   # ${MANY} mrp`,
  ),
  price_above_mrp: error(
    ({ db }) => productsWith(db, 'priceAboveMrp'),
    'Products that cost more than their MRP, which the law forbids',
    firstProduct,
    (rows) => `${setVariant(rows, `price=${Math.floor((rows[0]?.mrp ?? 0) / 100)}`)}   # at most the MRP`,
    `haat prices prices.csv   # ${MANY} price`,
  ),
  no_origin: error(
    ({ db }) => productsWith(db, 'noOrigin'),
    'Products without a country of origin',
    '/products?lacks=country_of_origin',
    setFirst('country_of_origin=India', 'for each of them'),
    'haat import products.csv --set country_of_origin=India   # all of a file',
  ),
  no_pack_facts: warning(
    ({ db }) => productsWith(db, 'noPackFacts'),
    'Products without manufacturer or net quantity, which the law wants to be told of packed goods',
    '/products?lacks=net_quantity',
    ([row]) =>
      `haat products set ${row?.id} "manufacturer=Anand Foods, Pune 411001" "net_quantity=500 g"   # for each of them`,
    `haat import facts.csv   # ${MANY} manufacturer, net_quantity`,
  ),
  no_variants: error(
    ({ db }) => productsWith(db, 'noVariants'),
    'Products without variants, which nobody can buy',
    firstProduct,
    ([row]) => `haat products set ${row?.id} is_published=no`,
    'haat import products.csv   # a file with their prices',
  ),
  no_category: error(
    ({ db }) => productsWith(db, 'noCategory'),
    'Products without a category',
    firstProduct,
    'haat categories add Other   # unless haat categories list has the right one',
    setFirst('category=other', 'its slug'),
  ),
  no_price: warning(
    ({ db }) => productsWith(db, 'noPrice'),
    'Products with a price of zero',
    firstProduct,
    (rows) => `${setVariant(rows, `price=${rupees(rows[0]?.mrp ?? 100_00)}`)}   # its price`,
  ),
  no_gst_rate: error(
    ofGstSeller(({ db }) => productsWith(db, 'noGstRate')),
    'Products without a GST rate; their invoices show 0%',
    '/products?lacks=gst_rate',
    setFirst('gst_rate=5', EACH_RATE),
    'haat import products.csv --set gst_rate=5   # all of a file',
  ),
  former_gst_rate: warning(
    ofGstSeller(({ db }) => productsWith(db, 'gstRate', ENDED_GST_RATES)),
    'Products with a GST rate that ended on 22 September 2025 for nearly all goods',
    firstProduct,
    setFirst('gst_rate=5', EACH_RATE),
  ),
  other_gst_rate: warning(
    ofGstSeller(({ db }) => productsWith(db, 'otherGstRate', [...GST_RATES, ...ENDED_GST_RATES])),
    'Products with a GST rate that India does not have',
    firstProduct,
    setFirst('gst_rate=18', EACH_RATE),
  ),
  no_hsn: warning(
    ofGstSeller(({ db }) => productsWith(db, 'noHsn')),
    'Products without an HSN code for their invoices',
    '/products?lacks=hsn',
    setFirst('hsn=6109', 'its code'),
    'haat import products.csv --set hsn=6109   # all of a file',
  ),
  odd_hsn: warning(
    ofGstSeller(({ db }) => productsWith(db, 'oddHsn')),
    'Products with an HSN code that does not have 4, 6 or 8 digits; spreadsheets drop a leading zero',
    firstProduct,
    setFirst('hsn=04011000', 'its code'),
  ),
  media_storage: error(
    ({ media }) => (media.isShared ? media.check() : null),
    (fault) => `Pictures can be neither shown nor imported. ${fault}`,
    null,
    'Correct MEDIA_URL, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or start that server.',
  ),
  foreign_media: error(
    ({ media }) => (media.isShared ? null : media.check()),
    (fault) => `Pictures cannot be shown. ${fault}`,
    null,
    'Run that command as root.',
  ),
  missing_media: error(
    missingMedia,
    'Missing pictures or videos',
    '/products',
    'haat import products.csv --images photos.zip   # the file and pictures of your last import',
    'haat restore backup.tar.gz --replace   # or a backup that has them; stop the server first',
  ),
}

async function missingMedia({ db, media }: Examined): Promise<NamedRow[]> {
  if ((await media.check()) !== null) return []
  const files = await media.originals.list()
  const bases = new Set(files.map((name) => name.slice(0, name.lastIndexOf('.'))))
  return (await usedMedia(db))
    .filter(({ url }) => !bases.has(url.slice('/media/'.length, url.lastIndexOf('.'))))
    .map(({ url, name }, index) => ({ id: index + 1, name: `${name}: ${url}` }))
}

const endDeal = ([deal]: readonly NamedRow[]): string => `haat deals end ${deal?.id}`

async function deadBanners(shop: Examined): Promise<NamedRow[]> {
  const dead: NamedRow[] = []
  for (const { id, banner_name, link, is_active } of await findAllBanners(shop.db))
    if (is_active && link && !(await isLinkAlive(shop, link)))
      dead.push({ id, name: `${banner_name}, ${link}` })
  return dead
}

const SALES_CHECKS: Checks = {
  useless_deal: error(
    findOvertakenDeals,
    'Deals that are no cheaper than the usual price',
    '/deals',
    endDeal,
  ),
  sold_out_deal: warning(
    async (shop) => (await findCurrentDeals(shop)).filter((deal) => !deal.in_stock),
    'Deals on products that are out of stock',
    '/deals',
    ([deal]) =>
      `haat products set ${deal?.product_id} --variant ${deal?.variant_id} stock=10   # what you have`,
    endDeal,
  ),
  hidden_deal: warning(
    async (shop) => (await findCurrentDeals(shop)).filter((deal) => !deal.is_published),
    'Deals on products that are not published',
    '/deals',
    endDeal,
  ),
  dead_banner: warning(
    deadBanners,
    'Banners that lead to nothing',
    '/banners',
    ([banner]) => `haat banners end ${banner?.id}   # and create it again with a link that works`,
  ),
  unmeetable_limit: error(
    ({ config, settings }) =>
      (config.production || !isDemoSeller(settings)) &&
      settings.limits.verified_contact &&
      config.smtpUrl === null &&
      config.sms?.templates.otp === undefined,
    'Nobody can place a first order: it needs a code, and neither e-mail nor text message is sent',
    '/settings/limits',
    'Set SMTP_URL=smtps://user:password@mail.example in the environment of the server.',
    'haat settings set limits.verified_contact=no   # or do without the code',
  ),
  test_payments: warning(
    ({ config, settings, pay }) =>
      !config.production && offeredPayments(settings, pay).providers.some(({ simulated }) => simulated),
    'Online payment is only a test: you receive no money',
    '/settings/payments',
    'haat settings set payments.online=no   # or connect a payment provider',
  ),
  no_state: error(
    ({ db, now }) =>
      ordersOfNoState(db, new Date(`${formatSortable(now()).slice(0, 7)}-01T00:00${SHOP_UTC_OFFSET}`)),
    'Orders with a state that India does not have: their tax is wrong',
    '/orders?unknown_state=true',
    ([order]) => `haat orders address ${order?.id} --state Karnataka   # the right one, for each of them`,
  ),
  refund_due: warning(
    ({ db }) => refundsDue(db),
    'Orders waiting for a refund',
    '/payments?view=refunds',
    ([order]) => `haat orders refund ${order?.id}   # after you have paid the money back`,
  ),
  unbalanced: error(
    ({ db }) => findUnbalanced(db),
    (order) => `The ledger of order ${order} does not say what its payments and refunds do`,
    (order) => `/orders/${order}`,
    (order) =>
      `haat orders show ${order}   # somebody has written to the database: compare it with your bank`,
  ),
  guests_without_codes: error(
    ({ config, settings }) =>
      config.production && settings.checkout.guest && config.sms?.templates.otp === undefined,
    'Guests cannot order: that needs a code by text message, and none is sent',
    '/settings/limits',
    'Set MSG91_AUTH_KEY and MSG91_TEMPLATE_OTP in the environment of the server.',
    'haat settings set checkout.guest=no   # or do without guests',
  ),
  unsent_mail: warning(
    ({ db, now }) => unsentMails(db, now()),
    'Mails that could not be sent',
    '/settings/mail',
    'Check SMTP_URL. The server keeps trying to send them.',
  ),
}

export const SHOP_CHECKS: Checks = { ...SELLER_CHECKS, ...CATALOGUE_CHECKS, ...SALES_CHECKS }
