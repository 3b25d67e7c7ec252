/** Starts one browser, and one shop per worker. Each test file restores its shop to the seeded state. */
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { launchOptions } from './browser.ts'
import { openShop } from './shop.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The WebSocket address of the browser. */
    browser: string
    /** The address of each worker's shop. */
    shops: string[]
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const closers: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    await Promise.all(closers.map((closer) => closer()))
  }
  try {
    const browser = await chromium.launchServer(await launchOptions())
    closers.push(() => browser.close())
    const shops = await Promise.all(
      Array.from({ length: project.config.maxWorkers }, async () => {
        const shop = await openShop()
        closers.push(shop.stop)
        await fetch(`${shop.url}/dev/snapshots/seeded`, { method: 'PUT' })
        return shop.url
      }),
    )
    project.provide('browser', browser.wsEndpoint())
    project.provide('shops', shops)
  } catch (error) {
    await close()
    throw error
  }
  return close
}
