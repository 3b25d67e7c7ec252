import type { FastifyBaseLogger } from 'fastify'
import type { Mail } from './adapters/mail.ts'
import type { MediaStorage } from './adapters/media-storage.ts'
import type { Sms } from './adapters/sms.ts'
import type { PaymentProviders } from './adapters/payment-provider.ts'
import type { Background } from './background.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Tokens } from './http/session.ts'

/** An open shop, made by `createShop`. */
export interface Shop {
  config: Config
  db: Database
  /** The only clock. */
  now: () => Date
  mail: Mail
  sms: Sms
  /** Pictures and videos. */
  media: MediaStorage
  /** The providers of online payment. */
  pay: PaymentProviders
  log: FastifyBaseLogger
  /** Runs work after the reply. */
  background: Background
}

/** Everything that a handler works with, apart from its request: the shop, and the server's session tokens. */
export interface Context extends Shop {
  tokens: Tokens
}
