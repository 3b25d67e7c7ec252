import type { FastifyBaseLogger } from 'fastify'
import type { Mail } from './adapters/mail.ts'
import type { Background } from './background.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { PaymentProvider } from './features/payments/provider.ts'
import type { Tokens } from './http/session.ts'

/** Everything a handler works with, beside its request. Made by `createShop`. */
export interface Shop {
  config: Config
  db: Database
  /** The only clock. */
  now: () => Date
  mail: Mail
  pay: PaymentProvider
  log: FastifyBaseLogger
  /** Signs and reads the bearer tokens of sessions. */
  tokens: Tokens
  /** Work that goes on after the reply. */
  background: Background
}
