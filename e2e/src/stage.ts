/** One shop and one browser for all tests of a file; every visitor leaves when her test is over. */
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openBrowser } from './browser.ts'
import { openShop, type RunningShop } from './shop.ts'

export let shop: RunningShop
export let browser: Browser

/** @param env for the shop, asked for when it opens */
export function useStage(env: () => Record<string, string> = () => ({})): void {
  beforeAll(async () => {
    shop = await openShop(env())
    browser = await openBrowser()
  })
  afterEach(async () => {
    for (const visitor of browser.contexts()) {
      for (const page of visitor.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await visitor.close()
    }
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.stop()
  })
}
