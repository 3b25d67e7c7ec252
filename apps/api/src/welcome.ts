import type { Config } from './config.ts'

interface Opening {
  /** This start set the demo shop up. */
  seeded: boolean
  /** The demo's customers are in the shop. */
  demoLogins: boolean
}

/** What a start prints: where things are and who may log in. */
export function welcome(config: Config, { seeded, demoLogins }: Opening): string {
  const { publicUrl, dev, docs, smtpUrl, databaseUrl, dataDir } = config
  const lines: [string, string][] = [
    ['Shop', publicUrl],
    ...(docs ? ([['API docs', `${publicUrl}/docs`]] as [string, string][]) : []),
    ['Mail', smtpUrl ? 'sent through SMTP_URL' : dev ? `${publicUrl}/dev/inbox` : 'kept in this process'],
    ['Payment', `test bank at ${publicUrl}/pay (no money moves)`],
    ...(dev ? ([['QA tools', `${publicUrl}/dev`]] as [string, string][]) : []),
    ['Data', databaseUrl ? 'PostgreSQL (DATABASE_URL)' : dataDir],
  ]
  if (demoLogins && !config.production) {
    lines.push(
      ['Demo login', 'asha@example.com or 9876543210, password Demo@1234 (12 orders)'],
      ['', 'vikram@example.com or 9123456780, password Demo@1234 (new customer)'],
    )
  }
  const table = lines.map(([name, value]) => `  ${name.padEnd(11)} ${value}`).join('\n')
  return `\nHaat is open${seeded ? ' (the demo shop was set up)' : ''}.\n\n${table}\n`
}
