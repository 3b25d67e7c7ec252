/** Runs the demo shop in this process, without a port, in a temporary folder: for tests of API clients. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NAMED_ACTS, runAct } from '../src/acts/audit/run-act.ts'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { readSettings, storePage, writeSettings } from '../src/features/settings/settings.store.ts'
import { seedDemo } from '../src/merchant/seeding/seed-shop.ts'
import { openShop } from '../src/open-shop.ts'
import './built-programs.ts'
import './cheap-passwords.ts'
import type * as Demo from './demo.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'haat-demo-'))

const open = (dataDir: string, env: Record<string, string>) =>
  openShop(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMIT: 'off', ...env }))

export const prepareDemo: typeof Demo.prepareDemo = async () => {
  const dataDir = newFolder()
  const shop = await open(dataDir, {})
  const logins = (await seedDemo(shop)) ?? []
  await shop.db.close()
  return { dataDir, logins }
}

export const openDemoInProcess: typeof Demo.openDemoInProcess = async (env = {}, prepared) => {
  const dataDir = newFolder()
  if (prepared) cpSync(prepared.dataDir, dataDir, { recursive: true })
  const shop = await open(dataDir, env)
  const logins = prepared?.logins ?? ((shop.config.demo && (await seedDemo(shop))) || [])
  const app = await buildApp(shop)
  return {
    logins,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const payload = request.method === 'GET' ? undefined : Buffer.from(await request.arrayBuffer())
      const reply = await app.inject({
        method: request.method as 'GET',
        url: pathname + search,
        headers: Object.fromEntries(request.headers),
        payload,
      })
      const headers = Object.entries(reply.headers).map(
        ([name, value]) => [name, String(value)] as [string, string],
      )
      return new Response(reply.statusCode === 304 ? null : new Uint8Array(reply.rawPayload), {
        status: reply.statusCode,
        headers,
      })
    },
    lastMail: () => shop.mail.inbox?.list()[0]?.text ?? '',
    changeSettings: (changes) =>
      shop.db.transaction(async (tx) => {
        const settings = await readSettings(tx)
        const payments = { ...settings.payments, ...changes.payments }
        await writeSettings(tx, { ...settings, ...changes, payments })
      }),
    act: async (id, input) => {
      const who = { via: 'cli', staffId: null, name: 'Merchant', permissions: null } as const
      return (await runAct(shop, who, NAMED_ACTS.get(id)!, input)).reply
    },
    storePage: (page) => shop.db.transaction((tx) => storePage(tx, page, shop.now())),
    async close() {
      await app.close()
      await shop.db.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
