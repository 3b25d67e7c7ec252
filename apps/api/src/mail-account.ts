/** The mail account: that of the environment, else the one entered at the desk, in the data folder. Never in the database. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { storePrivately } from './payment-keys.ts'
import { smtpSecurity, type SmtpTls } from './smtp-url.ts'

export const MAIL_ACCOUNT = 'mail-account.json'

const Stored = z.object({
  host: z.string(),
  port: z.int(),
  user: z.string(),
  password: z.string(),
  from: z.string(),
})
export type MailAccount = z.output<typeof Stored>

/** @throws when the file is damaged or cannot be read */
export function readMailAccount(dataDir: string): MailAccount | null {
  const file = join(dataDir, MAIL_ACCOUNT)
  return existsSync(file) ? Stored.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

/** @param account null removes it */
export function storeMailAccount(dataDir: string, account: MailAccount | null): void {
  const file = join(dataDir, MAIL_ACCOUNT)
  if (account) storePrivately(file, account)
  else rmSync(file, { force: true })
}

export interface MailConfig {
  /** Null: mail goes to the built-in inbox. */
  smtpUrl: string | null
  smtpTls: SmtpTls
  mailFrom: string
}

/** What the environment says of mail: it wins over the account of the data folder. */
export interface EnvironmentMail {
  url: string | null
  from: string | null
}

/** How mail is sent. */
export function mailConfig(
  { url, from }: EnvironmentMail,
  account: MailAccount | null,
  production: boolean,
): MailConfig {
  const smtpUrl = url ?? (account && urlOf(account))
  return {
    smtpUrl,
    smtpTls: smtpSecurity(smtpUrl ?? undefined, production),
    mailFrom: from ?? account?.from ?? 'Haat <shop@haat.example>',
  }
}

/** The port of mail with TLS from the first byte. */
const SMTPS_PORT = 465

const urlOf = ({ host, port, user, password }: MailAccount): string =>
  `${port === SMTPS_PORT ? 'smtps' : 'smtp'}://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}:${port}`
