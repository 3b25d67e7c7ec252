import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Mail } from './adapters/mail.ts'
import type { PaymentProvider } from './features/payments/provider.ts'

/** What handlers work with. Nothing else is reachable from them. */
export interface Shop {
  db: Database
  /** The only clock. */
  now: () => Date
  mail: Mail
  pay: PaymentProvider
  config: Config
}
