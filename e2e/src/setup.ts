/**
 * The worker's shop and browser. The shop is restored before each file. A worker has one page per device, with warm
 * caches; each test finds its storage empty.
 */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterEach, beforeAll, inject } from 'vitest'
import { type Device, devices, launchOptions, newVisitor } from './browser.ts'
import { forgetLogins, storedSession } from './customers.ts'

const pool = Number(process.env['VITEST_POOL_ID'] ?? 1)

export const shop = inject('shops')[(pool - 1) % inject('shops').length]!
export let browser: Browser

/** An answer of the shop without scripts: the place to change what is stored before a screen opens. */
const NO_SCRIPTS = '/healthz'

const pages = new Map<Device, Page>()

async function callTool(method: string, path: string): Promise<void> {
  const reply = await fetch(shop.url + path, { method })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
}

export function useShop(): void {
  beforeAll(async () => {
    await callTool('DELETE', '/dev/faults')
    await callTool('DELETE', '/dev/messages')
    await callTool('POST', '/dev/snapshots/seeded/restore')
    forgetLogins()
    browser ??= await chromium.launch(await launchOptions())
  })
  afterEach(async () => {
    for (const context of browser.contexts()) await endVisit(context)
  })
}

/** Closes what a test opened; keeps the page of a device, without the test's listeners and routes. */
async function endVisit(context: BrowserContext): Promise<void> {
  await context.setOffline(false)
  for (const page of context.pages()) {
    page.removeAllListeners()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    if (![...pages.values()].includes(page)) await page.close()
  }
  if (context.pages().length === 0) await context.close()
}

/**
 * The page of a visitor on a device, with empty storage.
 *
 * @param email of the demo customer who is logged in; a guest without
 */
export async function openPage(device: Device, email?: string): Promise<Page> {
  const page = pages.get(device) ?? (await (await newVisitor(browser, device, shop.url)).newPage())
  pages.set(device, page)
  await beginVisit(page, email)
  await page.setViewportSize(devices[device].viewport)
  return page
}

/** As `openPage`, but a page of its own, for what a page cannot undo: a fake clock, scripts, exposed functions. */
export async function openSeparatePage(device: Device, email?: string): Promise<Page> {
  const page = await (await newVisitor(browser, device, shop.url)).newPage()
  await beginVisit(page, email)
  return page
}

async function beginVisit(page: Page, email: string | undefined): Promise<void> {
  await page.goto(NO_SCRIPTS)
  const session = email === undefined ? {} : await storedSession(shop.url, email)
  await page.evaluate((stored) => {
    sessionStorage.clear()
    localStorage.clear()
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
  }, session)
}
