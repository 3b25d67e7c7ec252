/** The keys of payment gateways: those of the environment, else those of a file in the data folder. Never in the database. */
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** By name, as the merchant's account calls them. */
export type Keys = Readonly<Record<string, string>>

export const PAYMENT_KEYS = 'payment-keys.json'

const Stored = z.record(z.string(), z.record(z.string(), z.string()))

/** Writes a file that the server alone can read, whole or not at all. */
export function storePrivately(file: string, value: object): void {
  const written = `${file}.new`
  writeFileSync(written, JSON.stringify(value), { mode: 0o600 })
  renameSync(written, file)
}

export type PaymentKeys = ReturnType<typeof paymentKeys>

/** @param environment keys that win over those of the file, by gateway */
export function paymentKeys(dataDir: string, environment: Readonly<Record<string, Keys>>) {
  const file = join(dataDir, PAYMENT_KEYS)
  const version = (): string => {
    const found = statSync(file, { throwIfNoEntry: false })
    return found ? `${found.mtimeMs} ${found.ino}` : ''
  }
  const read = () => (version() === '' ? {} : Stored.parse(JSON.parse(readFileSync(file, 'utf8'))))
  return {
    /** The keys of a gateway, and where they are; null for none. */
    of(gateway: string): { keys: Keys; source: 'environment' | 'file' } | null {
      const given = environment[gateway]
      if (given) return { keys: given, source: 'environment' }
      const keys = read()[gateway]
      return keys ? { keys, source: 'file' } : null
    },
    /** Stores the keys of a gateway in the data folder; null removes them. */
    store(gateway: string, keys: Keys | null): void {
      const { [gateway]: _, ...others } = read()
      const next = keys === null ? others : { ...others, [gateway]: keys }
      storePrivately(file, next)
    },
    /** Changes whenever the keys do: another process may store them. */
    version,
  }
}
