/** One browser and a shop per worker, for all test files; each file begins with the shop as it was seeded. */
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { launchOptions } from './browser.ts'
import { openShop } from './shop.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser listens for workers. */
    browser: string
    /** The address of each worker's shop. */
    shops: string[]
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workers = project.config.maxWorkers
  const [browser, ...shops] = await Promise.all([
    chromium.launchServer(await launchOptions()),
    ...Array.from({ length: workers }, () => openShop()),
  ])
  for (const { url } of shops) await fetch(`${url}/dev/snapshots/seeded`, { method: 'PUT' })
  project.provide('browser', browser.wsEndpoint())
  project.provide(
    'shops',
    shops.map(({ url }) => url),
  )
  return async () => {
    await browser.close()
    await Promise.all(shops.map((shop) => shop.stop()))
  }
}
