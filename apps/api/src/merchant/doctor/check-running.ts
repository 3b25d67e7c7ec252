/** Whether the shop is kept, secret, and reaches its customers. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Shop } from '../../shop.ts'
import { hasDemoLogins } from '../setup/shop-state.store.ts'
import { lastBackupAt } from '../backup/last-backup.ts'
import { refundsDue, stuckMails } from './doctor.store.ts'
import { about, type Finding } from './finding.ts'

const RECENT_DAYS = 7
const DAY_MS = 86_400_000
/** A key of random letters has more different ones. */
const FEWEST_CHARACTERS = 8
const GUESSABLE = /secret|password|changeme|default|example|12345|qwerty/i

const wrong = (what: string, remedy: string): Finding => ({ level: 'wrong', what, remedy })
const advice = (what: string, remedy: string): Finding => ({ level: 'advice', what, remedy })

const isWeak = (secret: string): boolean => new Set(secret).size < FEWEST_CHARACTERS || GUESSABLE.test(secret)

export function checkConfig({ config, pay }: Pick<Shop, 'config' | 'pay'>): Finding[] {
  const { jwtSecret, paymentSecret, production, smtpUrl, publicUrl, rateLimit } = config
  const remedy =
    'Leave it out, so that the shop makes one, or set it to the output of: openssl rand -base64 32'
  return [
    ...(isWeak(jwtSecret) ? [wrong('JWT_SECRET can be guessed.', remedy)] : []),
    ...(isWeak(paymentSecret) ? [wrong('PAYMENT_SECRET can be guessed.', remedy)] : []),
    ...(jwtSecret === paymentSecret ? [wrong('JWT_SECRET and PAYMENT_SECRET are the same.', remedy)] : []),
    ...(rateLimit
      ? []
      : [wrong('Nothing limits how often passwords may be tried.', 'Leave RATE_LIMIT out.')]),
    ...(smtpUrl === null
      ? [
          advice(
            'Mail reaches nobody: it goes to the built-in inbox.',
            'Set SMTP_URL, such as smtps://user:password@mail.example',
          ),
        ]
      : []),
    ...(pay.simulated
      ? [
          advice(
            'Online payments are a test: no money moves.',
            'Sell for cash on delivery, or connect a payment provider.',
          ),
        ]
      : []),
    ...(production && publicUrl.startsWith('http:')
      ? [
          wrong(
            'Customers reach the shop without encryption.',
            'Put it behind HTTPS and set PUBLIC_URL to https://…',
          ),
        ]
      : []),
  ]
}

export async function checkSafety({
  db,
  config,
  now,
}: Pick<Shop, 'db' | 'config' | 'now'>): Promise<Finding[]> {
  const mode = await stat(join(config.dataDir, 'secrets.json')).then(
    (file) => file.mode,
    () => 0,
  )
  const last = db.engine === 'sqlite' ? await lastBackupAt(db) : now()
  const isRecent = last !== null && now().getTime() - last.getTime() < RECENT_DAYS * DAY_MS
  return [
    ...((await hasDemoLogins(db))
      ? [
          wrong(
            'The demo customers are here, whose password everybody knows.',
            'Set a shop of your own up with haat init, in an empty folder.',
          ),
        ]
      : []),
    ...((mode & 0o077) === 0
      ? []
      : [
          wrong(
            'Others on this machine can read the secrets.',
            `chmod 600 ${join(config.dataDir, 'secrets.json')}`,
          ),
        ]),
    ...(isRecent
      ? []
      : [
          wrong(
            last === null ? 'There is no backup.' : `The last backup is more than ${RECENT_DAYS} days old.`,
            'haat backup shop.tar.gz, or let the server do it: BACKUP_EVERY=24',
          ),
        ]),
    ...about(
      await refundsDue(db),
      'advice',
      'orders wait for their refund',
      'Pay it back, then: haat orders refund NUMBER',
    ),
    ...about(
      await stuckMails(db, now()),
      'advice',
      'mails could not be sent',
      'Check SMTP_URL; they are tried again by themselves.',
    ),
  ]
}
