/** Tries what the shop is connected to: its payment provider and its mail server. */
import { randomUUID } from 'node:crypto'
import type { ReplyOf } from '@haat/contract/staff/act'
import type { Staff } from '@haat/contract/staff/index'
import { ProviderRefused } from '../../adapters/payment-provider.ts'
import { letter, mailShop } from '../../features/mail/mail-layout.ts'
import { holdUntil } from '../../features/orders/order-payment.ts'
import { findProvider } from '../../features/payments/payments.ts'
import { badRequest, conflict, noSuch } from '../../http/failure.ts'
import { type MailAccount, mailConfig, readMailAccount, storeMailAccount } from '../../mail-account.ts'
import type { Shop } from '../../shop.ts'

const WITHIN_MS = 15_000

/** ₹1, in paise. */
const AMOUNT = 100

/** @throws Failure with what the provider says */
export async function testPayment(
  { pay, config, now }: Pick<Shop, 'pay' | 'config' | 'now'>,
  name: string,
): Promise<ReplyOf<Staff['settings']['test_payment']>> {
  const provider = findProvider(pay, name)
  if (!provider) throw noSuch(`The shop has no payment provider "${name}".`)
  const { simulated } = provider
  const signal = AbortSignal.timeout(WITHIN_MS)
  if (provider.checkKeys) {
    await provider.checkKeys(signal).catch((error: unknown) => {
      if (!(error instanceof ProviderRefused)) return refused('The keys were not tried', error)
      pay.gateways.noteTry(name, { problem: error.message, at: now() })
      throw conflict(error.message)
    })
    pay.gateways.noteTry(name, { problem: null, at: now() })
    return { name, payment_url: null, simulated }
  }
  const id = `test-${randomUUID()}`.slice(0, 40)
  const request = {
    ...{ merchantOrderId: id, transactionId: id, amount: AMOUNT, orderNumber: 'TEST' },
    ...{ customer: { name: 'Test', phone: '9999999999', email: null }, returnUrl: config.publicUrl },
    expiresAt: holdUntil(now()),
  }
  const { paymentUrl } = await provider
    .start(request, signal)
    .catch((error: unknown) => refused(`${provider.label} does not answer`, error))
  return { name, payment_url: paymentUrl, simulated }
}

/** @throws Failure with what the mail server says */
export async function testMail(
  shop: Pick<Shop, 'db' | 'config' | 'mail'>,
  to: string,
): Promise<ReplyOf<Staff['settings']['test_mail']>> {
  const is_simulated = shop.mail.inbox !== null
  if (is_simulated && shop.config.production)
    throw conflict('There is no mail account yet.', {
      remedy: 'Set SMTP_URL and start the shop again, or enter it at the desk.',
    })
  const layout = await mailShop(shop)
  const subject = `A test mail of ${layout.shop_name}`
  const text = 'Mail of the shop arrives. Nothing else is to be done.'
  await shop.mail
    .deliver({ ...letter(layout, { heading: 'It works', lines: [text] }), to, subject })
    .catch((error: unknown) => refused('The mail was not sent', error))
  return { to, is_simulated }
}

type MailReply = ReplyOf<Staff['settings']['mail']>

/** The mail account, without its password. */
export function showMail({ config }: Pick<Shop, 'config'>): MailReply {
  const { url } = config.environmentMail
  if (url !== null) {
    const { hostname, port, username } = new URL(url)
    const from = config.mailFrom
    return {
      source: 'environment',
      host: hostname,
      port: Number(port) || null,
      user: decodeURIComponent(username),
      from,
    }
  }
  const account = readMailAccount(config.dataDir)
  if (!account) return { source: 'none', host: null, port: null, user: null, from: null }
  const { password: _, ...shown } = account
  return { source: 'desk', ...shown }
}

/** @param account null removes it; without a password, it keeps that of the same server and user */
export function setMail(
  shop: Pick<Shop, 'config'>,
  account: (Omit<MailAccount, 'password'> & { password?: string | undefined }) | null,
): MailReply {
  const { config } = shop
  if (config.environmentMail.url !== null)
    throw conflict('The mail account is in the environment of the server (SMTP_URL): change it there.')
  const before = readMailAccount(config.dataDir)
  const isSame = before?.host === account?.host && before?.user === account?.user
  const password = account?.password || (isSame ? before?.password : undefined)
  if (account && !password) throw badRequest('Give the password.', { field: 'password' })
  const next = account && { ...account, password: password ?? '' }
  storeMailAccount(config.dataDir, next)
  Object.assign(config, mailConfig(config.environmentMail, next, config.production))
  return showMail(shop)
}

/** An error of a mail server has its own sentence. */
function refused(what: string, error: unknown): never {
  const { response, message } = Object(error) as { response?: unknown; message?: unknown }
  throw conflict(`${what}: ${String(response ?? message ?? 'no reason was given').slice(0, 300)}`)
}
