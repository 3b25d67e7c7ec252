/** What tests of API clients see of `demo-in-process.ts`: with its sources, each client would be checked with the whole API. */
import type { AllSettings, Page } from '@haat/contract/settings'

/** Ways to pay that are left out stay as they are. */
type SettingsChanges = Partial<Omit<AllSettings, 'payments'>> & {
  payments?: Partial<AllSettings['payments']>
}

interface DemoLogin {
  email: string
  phone_number: string
  password: string
}

export interface DemoInProcess {
  /** The demo's customers. */
  logins: DemoLogin[]
  /** Handles a request as the server does. */
  fetch(request: Request): Promise<Response>
  /** The text of the newest mail; empty when there is none. */
  lastMail(): string
  changeSettings(changes: SettingsChanges): Promise<void>
  storePage(page: Page): Promise<void>
  /** What a merchant does, such as `orders.deliver`. @returns the decoded reply */
  act(id: string, input: Record<string, unknown>): Promise<unknown>
  close(): Promise<void>
}

/** A folder with the demo shop, for tests to copy: seeding takes a second. */
export interface PreparedDemo {
  dataDir: string
  logins: DemoLogin[]
}

export declare function prepareDemo(): Promise<PreparedDemo>

/**
 * @param env changes of the configuration, such as `NODE_ENV`
 * @param prepared is copied; without it, a new shop is seeded
 */
export declare function openDemoInProcess(
  env?: Record<string, string>,
  prepared?: PreparedDemo,
): Promise<DemoInProcess>
