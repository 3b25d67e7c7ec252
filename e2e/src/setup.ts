/** The worker's shop and the browser. The shop is restored before each file; visitors are closed after each test. */
import { type Browser, chromium } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'

const pool = Number(process.env['VITEST_POOL_ID'] ?? 1)

export const shop: { url: string } = { url: inject('shops')[(pool - 1) % inject('shops').length]! }
export let browser: Browser

async function callTool(method: string, path: string): Promise<void> {
  const reply = await fetch(shop.url + path, { method })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
}

export function useShop(): void {
  beforeAll(async () => {
    await callTool('DELETE', '/dev/faults')
    await callTool('DELETE', '/dev/messages')
    await callTool('POST', '/dev/snapshots/seeded/restore')
    browser = await chromium.connect(inject('browser'))
  })
  afterEach(async () => {
    for (const visitor of browser.contexts()) {
      for (const page of visitor.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await visitor.close()
    }
  })
  afterAll(() => browser?.close())
}
