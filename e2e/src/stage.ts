/** The worker's shop and the browser; the shop is as seeded when a file begins, and visitors leave after each test. */
import { type Browser, chromium } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'

const pool = Number(process.env['VITEST_POOL_ID'] ?? 1)

export const shop: { url: string } = { url: inject('shops')[(pool - 1) % inject('shops').length]! }
export let browser: Browser

async function tool(method: string, path: string): Promise<void> {
  const reply = await fetch(shop.url + path, { method })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
}

export function useStage(): void {
  beforeAll(async () => {
    await tool('DELETE', '/dev/faults')
    await tool('DELETE', '/dev/messages')
    await tool('POST', '/dev/snapshots/seeded/restore')
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
