/** Checks whether a shop is complete, lawful and secure. Changes nothing. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findState, stateOfCode } from '@haat/contract/indian-states'
import type { OrderLimits, ShopSettings } from '@haat/contract/settings'
import { faultOfGstin } from '../../features/invoices/gst.ts'
import { countNewCustomersShare } from '../../features/orders/order-limits.store.ts'
import { DEFAULT_SETTINGS } from '../../features/settings/default-settings.ts'
import {
  findSetting,
  isInitialised,
  readSettings,
  SEEN_FORWARDED_AT,
} from '../../features/settings/settings.store.ts'
import { isDamaged } from '../../db/open.sqlite-files.ts'
import { sqliteFile } from '../../open-shop.ts'
import { readableByOthers } from '../../data-folder.ts'
import { formatMoment } from '../../format.ts'
import { isWeakSecret, SECRET_REMEDY } from '../../secrets.ts'
import type { Shop } from '../../shop.ts'
import { lastBackupAt } from '../backup/write-backup.ts'
import { hasDemoLogins } from '../setup/shop-state.store.ts'
import {
  currentDeals,
  type NamedRow,
  pricedAboveMrp,
  refundsDue,
  stockHolders,
  unsentMails,
  usedMedia,
  withoutCategory,
  withoutGstRate,
  withoutHsn,
  withoutMrp,
  withoutOrigin,
  withoutPrice,
  withoutVariants,
} from './doctor.store.ts'

export interface CheckResult {
  /** An `error` must be corrected before the shop may sell; a `warning` should be. */
  level: 'error' | 'warning'
  what: string
  remedy: string
}

/** Returns everything that needs attention, errors first. */
export async function checkShop(shop: Shop): Promise<CheckResult[]> {
  const settings = await readSettings(shop.db)
  const isSetUp = await isInitialised(shop.db)
  const results = [
    ...error(!isSetUp, 'The shop is not set up', 'Run: haat init'),
    ...checkSeller(settings),
    ...(await checkCatalogue(shop, settings.seller.gstin !== null)),
    ...(await checkMedia(shop)),
    ...(await checkDeals(shop)),
    ...(await checkLimits(shop, settings.limits)),
    ...checkConfig(shop),
    ...(await checkProxy(shop)),
    ...(await checkOperation(shop)),
  ]
  return results.toSorted((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning'))
}

const SHOWN_ROWS = 3

/** One result if `found` is true or has rows, which it names; otherwise none. */
function result(
  level: CheckResult['level'],
  found: boolean | readonly NamedRow[],
  what: string,
  remedy: string,
): CheckResult[] {
  if (typeof found === 'boolean') return found ? [{ level, what: `${what}.`, remedy }] : []
  if (found.length === 0) return []
  const names = found.slice(0, SHOWN_ROWS).map(({ id, name }) => `${name} (${id})`)
  const more = found.length > SHOWN_ROWS ? ` and ${found.length - SHOWN_ROWS} more` : ''
  return [{ level, what: `${what} (${found.length}): ${names.join(', ')}${more}.`, remedy }]
}

type Result = (found: boolean | readonly NamedRow[], what: string, remedy: string) => CheckResult[]
const error: Result = (found, what, remedy) => result('error', found, what, remedy)
const warning: Result = (found, what, remedy) => result('warning', found, what, remedy)

const setTo = (path: string, example: string): string =>
  `haat settings set ${path} ${JSON.stringify(example)}`
const INIT = 'Set up your own shop in an empty folder with haat init.'
const REIMPORT = 'Correct your file and run haat import again.'

/** What Indian law requires a shop to say about its seller. */
function checkSeller({ seller, contact, showcase }: ShopSettings): CheckResult[] {
  const isEmpty = (text: string | null): boolean => (text ?? '').trim() === ''
  const isDemo = seller.legal_name === DEFAULT_SETTINGS.seller.legal_name
  return [
    ...error(isDemo, 'The seller is the demo shop', INIT),
    ...error(
      isEmpty(seller.legal_name),
      'The seller has no legal name',
      setTo('seller.legal_name', 'Meera Stores LLP'),
    ),
    ...error(
      isEmpty(seller.address),
      'The seller has no address',
      setTo('seller.address', '14, Residency Road, Bengaluru 560025'),
    ),
    ...error(
      findState(seller.state) === null,
      "The seller's state is not a state of India",
      setTo('seller.state', 'Karnataka'),
    ),
    ...checkGstin(seller),
    ...error(
      isEmpty(seller.grievance_officer) || isEmpty(seller.grievance_email),
      'The shop names no grievance officer. The law requires the name and address of one who answers within 48 hours',
      `${setTo('seller.grievance_officer', 'Meera Krishnan')}, and seller.grievance_email`,
    ),
    ...error(
      contact.emails.length + contact.phones.length === 0,
      'The shop has no e-mail address and no phone number',
      'haat settings set contact.emails \'["help@meera.in"]\'',
    ),
    ...warning(
      showcase !== null,
      'The shop shows sample ratings and reviews that no customer wrote',
      'haat settings set showcase null',
    ),
  ]
}

function checkGstin({ gstin, state }: ShopSettings['seller']): CheckResult[] {
  const remedy = setTo('seller.gstin', '29ABCDE1234F1Z5')
  if (!gstin) return warning(true, 'There is no GSTIN: orders get bills of supply, without tax', remedy)
  const fault = faultOfGstin(gstin)
  if (fault !== null) return error(true, `The GSTIN ${gstin} ${fault}`, remedy)
  const registered = stateOfCode(gstin.slice(0, 2))
  if (!registered || registered === findState(state)) return []
  const what = `The GSTIN is registered in ${registered.name}, but the seller's state is ${state || 'empty'}`
  return error(true, what, setTo('seller.state', registered.name))
}

async function checkCatalogue({ db }: Shop, hasGstin: boolean): Promise<CheckResult[]> {
  const results = [
    ...error(await withoutMrp(db), 'Products without an MRP, which the law requires', REIMPORT),
    ...error(
      await pricedAboveMrp(db),
      'Products that cost more than their MRP, which the law forbids',
      REIMPORT,
    ),
    ...error(await withoutOrigin(db), 'Products without a country of origin', REIMPORT),
    ...error(await withoutVariants(db), 'Products without variants, which nobody can buy', REIMPORT),
    ...error(await withoutCategory(db), 'Products without a category', REIMPORT),
    ...warning(await withoutPrice(db), 'Products with a price of zero', REIMPORT),
  ]
  if (!hasGstin) return results
  return [
    ...results,
    ...error(await withoutGstRate(db), 'Products without a GST rate; their invoices show 0 %', REIMPORT),
    ...warning(await withoutHsn(db), 'Products without an HSN code for their invoices', REIMPORT),
  ]
}

async function checkMedia({ db, config }: Shop): Promise<CheckResult[]> {
  const files = await readdir(join(config.dataDir, 'media')).catch(() => [])
  const bases = new Set(files.map((name) => name.slice(0, name.lastIndexOf('.'))))
  const missing = (await usedMedia(db)).filter(
    ({ url }) => !bases.has(url.slice('/media/'.length, url.lastIndexOf('.'))),
  )
  const rows = missing.map(({ url, name }, index) => ({ id: index + 1, name: `${name}: ${url}` }))
  return error(
    rows,
    'Missing pictures or videos',
    'Run haat import with --images again, or restore a backup.',
  )
}

async function checkDeals({ db, now }: Shop): Promise<CheckResult[]> {
  const deals = await currentDeals(db, now())
  const end = 'haat deals end NUMBER'
  return [
    ...error(
      deals.filter((deal) => deal.deal_price >= deal.price),
      'Deals that are no cheaper than the usual price',
      `${end}, then create a cheaper one.`,
    ),
    ...warning(
      deals.filter((deal) => !deal.in_stock),
      'Deals on products that are out of stock',
      `${end}, or add stock with haat stock.`,
    ),
    ...warning(
      deals.filter((deal) => !deal.is_published),
      'Deals on products that are not published',
      end,
    ),
  ]
}

/** A customer who reserves more than this share of all pieces, unpaid, deserves a look; few pieces do not. */
const HOARDED_SHARE = 0.2
const HOARDED_PIECES = 10

async function checkLimits({ db, config }: Shop, limits: OrderLimits): Promise<CheckResult[]> {
  const { production, smtpUrl } = config
  const { reserved, stock } = await countNewCustomersShare(db)
  return [
    ...error(
      production && limits.verified_contact && smtpUrl === null,
      'Nobody can place a first order: it needs a code by mail, and mails reach nobody',
      'Set SMTP_URL, or run: haat settings set limits.verified_contact false',
    ),
    ...warning(
      production && limits.open_cod_orders === null,
      'One customer can reserve the whole stock with unpaid orders',
      'haat settings set limits.open_cod_orders 3, and limits.pieces_per_line, limits.cod_order_value',
    ),
    ...warning(
      production && limits.open_cod_orders !== null && limits.first_orders_share === null,
      'Many new accounts together can reserve the whole stock with unpaid orders',
      'haat settings set limits.first_orders_share 30, and limits.first_orders_per_network 10',
    ),
    ...warning(
      reserved >= HOARDED_PIECES && reserved > HOARDED_SHARE * (reserved + stock),
      `Customers without a delivered order reserve ${reserved} of ${reserved + stock} pieces with unpaid orders`,
      'Look at their orders with haat orders list --status CONFIRMED: ship them, or cancel them.',
    ),
    ...warning(
      await stockHolders(db, HOARDED_SHARE, HOARDED_PIECES),
      `Customers whose unpaid orders reserve more than ${HOARDED_SHARE * 100} % of the stock`,
      'Call them, or run: haat orders cancel --customer EMAIL',
    ),
  ]
}

function checkConfig({ config, pay }: Shop): CheckResult[] {
  const { jwtSecret, paymentSecret, production, smtpUrl, smtpTls, publicUrl, rateLimit } = config
  return [
    ...error(isWeakSecret(jwtSecret), 'JWT_SECRET can be guessed', SECRET_REMEDY),
    ...error(isWeakSecret(paymentSecret), 'PAYMENT_SECRET can be guessed', SECRET_REMEDY),
    ...error(jwtSecret === paymentSecret, 'JWT_SECRET and PAYMENT_SECRET are the same', SECRET_REMEDY),
    ...error(!rateLimit, 'There is no limit on how often passwords may be tried', 'Unset RATE_LIMIT.'),
    ...warning(
      smtpUrl === null,
      'Mails reach nobody: they go to the built-in inbox',
      'Set SMTP_URL, such as smtps://user:password@mail.example',
    ),
    ...error(
      smtpTls === 'off',
      'Mails, OTPs included, can be read on their way to the mail server',
      'Take requireTLS=false and tls.rejectUnauthorized=false out of SMTP_URL.',
    ),
    ...error(
      pay?.simulated === true && production,
      'Online orders are confirmed at the test bank without any money',
      'Take test-bank out of PAYMENT. Without a provider, the shop sells for cash on delivery.',
    ),
    ...warning(
      pay?.simulated === true && !production,
      'Online payments are simulated: no money moves',
      'Sell for cash on delivery, or connect a payment provider.',
    ),
    ...error(
      production && publicUrl.startsWith('http:'),
      'Customers reach the shop without encryption',
      'Put it behind HTTPS and set PUBLIC_URL to https://…',
    ),
  ]
}

const RECENT_DAYS = 7
const DAY_MS = 86_400_000
/** How long the database is searched for damage. */
const DAMAGE_CHECK_MS = 30_000

/**
 * Behind a proxy that is not trusted, all customers share the address of the proxy, and with it one rate limit. Anybody
 * can send a forwarded request, so a recent one is a hint only.
 */
async function checkProxy({ db, config, now }: Shop): Promise<CheckResult[]> {
  if (config.trustProxy !== false) return []
  const seenAt = new Date((await findSetting(db, SEEN_FORWARDED_AT)) ?? 0)
  const isHttps = config.publicUrl.startsWith('https:')
  const result = 'TRUST_PROXY is not set: all customers share one limit on logins and forgotten passwords'
  const remedy = 'Set TRUST_PROXY to the address of the proxy, such as TRUST_PROXY=127.0.0.1'
  return [
    ...error(isHttps, `PUBLIC_URL is https, which needs a proxy, but ${result}`, remedy),
    ...warning(
      !isHttps && now().getTime() - seenAt.getTime() < DAY_MS,
      `A request came through a proxy on ${formatMoment(seenAt)}. If the shop is behind one, ${result}`,
      remedy,
    ),
  ]
}

async function checkOperation({ db, config, now }: Shop): Promise<CheckResult[]> {
  const secrets = join(config.dataDir, 'secrets.json')
  const mode = await stat(secrets).then(
    (file) => file.mode,
    () => 0,
  )
  const openPaths = readableByOthers(config.dataDir)
  const lastBackup = db.engine === 'sqlite' ? await lastBackupAt(db) : now()
  const isRecent = lastBackup !== null && now().getTime() - lastBackup.getTime() < RECENT_DAYS * DAY_MS
  const database = sqliteFile(config.dataDir)
  return [
    ...error(
      db.engine === 'sqlite' && isDamaged(database, DAMAGE_CHECK_MS),
      `The database ${database} is damaged`,
      'Stop the server and restore a backup: haat restore shop.tar.gz --replace',
    ),
    ...error(
      await hasDemoLogins(db),
      'The shop has demo customers. Their password is public: only production refuses it',
      INIT,
    ),
    ...error(
      (mode & 0o077) !== 0,
      'Other users of this machine can read the secrets',
      `chmod 600 ${secrets}`,
    ),
    ...error(
      openPaths.length > 0,
      `Other users of this machine can read ${openPaths.join(' and ')}`,
      `chmod go= ${openPaths.join(' ')}`,
    ),
    ...error(
      !isRecent,
      lastBackup === null ? 'There is no backup' : `The last backup is more than ${RECENT_DAYS} days old`,
      'Run haat backup shop.tar.gz, or let the server make backups: BACKUP_EVERY=24',
    ),
    ...warning(
      await refundsDue(db),
      'Orders with a refund due',
      'Pay the money back, then run: haat orders refund NUMBER',
    ),
    ...warning(
      await unsentMails(db, now()),
      'Mails that could not be sent',
      'Check SMTP_URL. The server keeps trying to send them.',
    ),
  ]
}
