import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Mail } from './outside/mail.ts'
import type { PaymentProvider } from './outside/payments.ts'

/** What handlers work with. Nothing else is reachable from them. */
export interface Shop {
  db: Database
  /** The only clock. */
  now: () => Date
  mail: Mail
  pay: PaymentProvider
  config: Config
}
