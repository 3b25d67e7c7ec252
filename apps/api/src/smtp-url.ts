import { isLoopback } from './network.ts'

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
export type SmtpTls = 'optional' | 'required' | 'off'

export function smtpSecurity(smtpUrl: string | undefined, production: boolean): SmtpTls {
  if (smtpUrl === undefined || !production) return 'optional'
  const { hostname, searchParams } = new URL(smtpUrl)
  if (isLoopback(hostname)) return 'optional'
  const isOff = ['requireTLS', 'tls.rejectUnauthorized'].some((name) => searchParams.get(name) === 'false')
  return isOff ? 'off' : 'required'
}
