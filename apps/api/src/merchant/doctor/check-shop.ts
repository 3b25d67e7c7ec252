/** Checks whether a shop is complete, secure and meets the legal requirements. Changes nothing. */
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { OrderLimits } from '@haat/contract/settings'
import { offeredPayments } from '../../features/settings/offered-payments.ts'
import {
  findSetting,
  isInitialised,
  readSettings,
  SEEN_FORWARDED_AT,
} from '../../features/settings/settings.store.ts'
import type { Reader } from '../../db/database.ts'
import { checkForDamage } from '../../db/open.sqlite-files.ts'
import { restoreCommand } from '../../db/newest-backup.ts'
import { sqliteFile } from '../../open-shop.ts'
import { readableByOthers } from '../../data-folder.ts'
import { formatMoment } from '../../format.ts'
import { isWeakSecret, SECRET_REMEDY } from '../../secrets.ts'
import type { Shop } from '../../shop.ts'
import { findLastBackup } from '../backup/write-backup.ts'
import { hasDemoLogins } from '../../features/settings/shop-state.store.ts'
import { checkBanners, checkCatalogue, checkDeals, checkMedia } from './check-catalogue.ts'
import { type CheckResult, error, INIT, warning } from './check-result.ts'
import { checkPages, checkSeller, isDemoSeller } from './check-seller.ts'
import { refundsDue, stockHolders, unsentMails } from './doctor.store.ts'

/** Returns everything that needs attention, errors first. */
export async function checkShop(shop: Shop): Promise<CheckResult[]> {
  const problems = await shop.db.accessProblems()
  const access = problems.flatMap(({ what, remedy }) => error(true, what, remedy))
  // The rest could not be read.
  if (problems.some(({ isRight }) => isRight)) return access
  const settings = await readSettings(shop.db)
  const payments = offeredPayments(settings, shop.pay !== null)
  const isSetUp = await isInitialised(shop.db)
  const results = [
    ...access,
    ...error(!isSetUp, 'The shop is not set up', 'haat init'),
    ...error(
      !payments.cod && !payments.online,
      'The shop sells nothing: it offers no way to pay',
      'haat settings set payments.cod yes',
    ),
    ...checkSeller(settings),
    ...(await checkPages(shop.db)),
    ...(await checkCatalogue(shop, settings.seller.gstin !== null)),
    ...(await checkMedia(shop)),
    ...(await checkDeals(shop)),
    ...(await checkBanners(shop)),
    ...(await checkLimits(shop, settings.limits, isDemoSeller(settings.seller))),
    ...checkConfig(shop, payments.online),
    ...(await checkProxy(shop)),
    ...(await checkOperation(shop)),
  ]
  return results.toSorted((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning'))
}

/** A customer who reserves more than this share of all pieces, unpaid, deserves a look; few pieces do not. */
const HOARDED_SHARE = 0.2
const HOARDED_PIECES = 10

async function checkLimits(
  { db, config }: Shop,
  limits: OrderLimits,
  isDemo: boolean,
): Promise<CheckResult[]> {
  const { production, smtpUrl } = config
  const holders = await stockHolders(db, HOARDED_SHARE, HOARDED_PIECES)
  return [
    ...error(
      (production || !isDemo) && limits.verified_contact && smtpUrl === null,
      'Nobody can place a first order: it needs a code by e-mail, and no e-mail is sent',
      'Set SMTP_URL=smtps://user:password@mail.example in the environment of the server.',
      'haat settings set limits.verified_contact no   # or do without the code',
    ),
    ...warning(
      production && limits.open_cod_orders === null,
      'One customer can reserve the whole stock with unpaid orders',
      'haat settings set limits.open_cod_orders 3',
    ),
    ...warning(
      holders,
      `Customers whose unpaid orders reserve more than ${HOARDED_SHARE * 100} % of the stock`,
      `haat orders cancel --customer ${holders[0]?.name}   # unless a call tells you that the order is real`,
    ),
  ]
}

function checkConfig({ config, pay }: Shop, paysOnline: boolean): CheckResult[] {
  const { jwtSecret, paymentSecret, production, smtpUrl, smtpTls, publicUrl, rateLimit } = config
  return [
    ...error(isWeakSecret(jwtSecret), 'JWT_SECRET can be guessed', SECRET_REMEDY),
    ...error(isWeakSecret(paymentSecret), 'PAYMENT_SECRET can be guessed', SECRET_REMEDY),
    ...error(jwtSecret === paymentSecret, 'JWT_SECRET and PAYMENT_SECRET are the same', SECRET_REMEDY),
    ...error(!rateLimit, 'There is no limit on how often passwords may be tried', 'Unset RATE_LIMIT.'),
    ...warning(
      smtpUrl === null,
      'No e-mail is sent to customers',
      'Set SMTP_URL=smtps://user:password@mail.example in the environment of the server.',
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
      paysOnline && pay?.simulated === true && !production,
      'Online payment is only a test: you receive no money',
      'haat settings set payments.online no   # or connect a payment provider',
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
  const refunds = await refundsDue(db)
  return [
    ...(db.engine === 'sqlite' ? checkDatabaseFile(sqliteFile(config.dataDir)) : []),
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
    ...(await checkBackup(db, now())),
    ...warning(
      refunds,
      'Orders waiting for a refund',
      `haat orders refund ${refunds[0]?.id}   # after you have paid the money back`,
    ),
    ...warning(
      await unsentMails(db, now()),
      'Mails that could not be sent',
      'Check SMTP_URL. The server keeps trying to send them.',
    ),
  ]
}

function checkDatabaseFile(file: string): CheckResult[] {
  const found = checkForDamage(file, DAMAGE_CHECK_MS)
  return [
    ...error(
      found.state === 'damaged',
      `The database ${file} is damaged`,
      `${restoreCommand(file)}; stop the server first`,
    ),
    ...error(
      found.state === 'unchecked',
      `The database ${file} could not be checked for damage${found.state === 'unchecked' ? `: ${found.reason}` : ''}`,
      'Look for errors of the disk: sudo dmesg --level err. Copy the backups to another machine.',
    ),
  ]
}

const BACKUP = 'haat backup shop.tar.gz   # or let the server make one each day: BACKUP_EVERY=24'

async function checkBackup(db: Reader, now: Date): Promise<CheckResult[]> {
  const last = await findLastBackup(db)
  if (last === null) return error(true, 'There is no backup', BACKUP)
  const { at, file } = last
  const isOld = now.getTime() - at.getTime() >= RECENT_DAYS * DAY_MS
  if (isOld) return error(true, `The last backup is more than ${RECENT_DAYS} days old`, BACKUP)
  return warning(
    file !== null && !existsSync(file),
    `The last backup, ${file}, is no longer there. If you keep it on another machine, all is well`,
    BACKUP,
  )
}
