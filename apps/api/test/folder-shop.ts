/** A shop over a data folder that commands have set up, with its API. */
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { openShop } from '../src/open-shop.ts'
import { callers, CollectedMail, TestClock, type TestShop } from './test-shop.ts'

/** @param env as for the commands, with `DATA_DIR` */
export async function openFolderShop(env: Record<string, string>): Promise<TestShop> {
  const shop = await openShop(readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off', ...env }))
  const app = await buildApp(shop)
  await app.ready()
  return {
    ...callers(app),
    shop,
    app,
    clock: new TestClock(),
    mail: new CollectedMail(),
    close: async () => {
      await app.close()
      await shop.db.close()
    },
  }
}
