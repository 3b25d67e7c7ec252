/** The mail account: that of the environment, else the one entered at the desk, in the data folder. Never in the database. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { isLoopback } from './network.ts'
import { storePrivately } from './payment-keys.ts'

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

/** The options in the query of SMTP_URL, and what they do to the security of mail. */
const SWITCHES = ['requireTLS', 'ignoreTLS', 'tls.rejectUnauthorized']
const TEXTS = ['name', 'tls.servername']

export const SMTP_OPTIONS = `${SWITCHES.map((name) => `${name}=true|false`).join(', ')}, ${TEXTS.join(', ')}`

/** The mail library knows many more options, some of which turn TLS off, and takes 0 for false. */
export function hasSmtpOptionsOnly(smtpUrl: string): boolean {
  const options = [...(URL.parse(smtpUrl)?.searchParams ?? [])]
  return (
    new Set(options.map(([name]) => name)).size === options.length &&
    options.every(([name, value]) =>
      SWITCHES.includes(name) ? value === 'true' || value === 'false' : TEXTS.includes(name),
    )
  )
}

/**
 * Mail uses TLS where the server offers it (`optional`), always (`required`: in production, off this machine), or not
 * reliably (`off`): there, but SMTP_URL turns TLS or the check of certificates off.
 */
type SmtpTls = 'optional' | 'required' | 'off'

function smtpSecurity(smtpUrl: string | undefined, production: boolean): SmtpTls {
  if (smtpUrl === undefined || !production) return 'optional'
  const { hostname, searchParams } = new URL(smtpUrl)
  if (isLoopback(hostname)) return 'optional'
  const isOff = ['requireTLS', 'tls.rejectUnauthorized'].some((name) => searchParams.get(name) === 'false')
  return isOff ? 'off' : 'required'
}
