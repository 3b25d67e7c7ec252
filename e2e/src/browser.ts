import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, BrowserContextOptions, LaunchOptions, Page } from 'playwright-core'
import { findChromium } from '../../scripts/chromium.mjs'
import { byDepth, isLong } from '../../scripts/depth.ts'

const artefacts = fileURLToPath(new URL('../artefacts/', import.meta.url))

/**
 * The devices of the journeys; sizes in CSS pixels. `npm test` renders the pictures of a phone in one pixel per CSS
 * pixel, which takes a third of the time.
 */
export const devices = {
  phone: {
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: byDepth(1, 2),
  },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const

export type Device = keyof typeof devices

/** Devices of journeys that do not depend on the layout. `screens.test.ts` checks every screen at both widths. */
export const JOURNEY_DEVICES: readonly Device[] = byDepth(['phone'], ['phone', 'desktop'])

/**
 * Options that start this machine's Chromium without a window.
 *
 * @throws Error with instructions if there is none
 */
export async function launchOptions(): Promise<LaunchOptions> {
  return {
    executablePath: await findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-site-isolation-trials',
    ],
  }
}

/** Ends a step that hangs, in ms: a busy machine takes its time. */
const STEP_MS = 120_000

/** A new visitor: no cookies, empty storage, time zone and language of India. */
export async function newVisitor(
  browser: Browser,
  device: Device,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const visitor = await browser.newContext({
    ...devices[device],
    baseURL,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    // Playwright does not see the calls of a worker.
    serviceWorkers: 'block',
    ...options,
  })
  visitor.setDefaultTimeout(STEP_MS)
  if (options.javaScriptEnabled === false) return visitor
  await visitor.addInitScript(recordToasts)
  visitor.on('page', waitForScripts)
  return visitor
}

/** Waits until the storefront reacts. */
export const untilHydrated = (page: Page) =>
  page.waitForFunction(() => {
    const content = document.querySelector('#root main *, #root form')
    const isReact = (name: string) => name.startsWith('__reactFiber')
    return !document.getElementById('root') || (content && Object.keys(content).some(isReact))
  })

/** Lets `goto` and `reload` wait until the storefront reacts: before, a click on what the server has rendered is lost. */
function waitForScripts(page: Page): void {
  const { goto, reload } = page
  page.goto = async (...parts) => {
    const reply = await goto.apply(page, parts)
    await untilHydrated(page)
    return reply
  }
  page.reload = async (...parts) => {
    const reply = await reload.apply(page, parts)
    await untilHydrated(page)
    return reply
  }
}

/** Runs in the page: keeps the text of each toast, so that a busy machine does not miss one. */
function recordToasts(): void {
  const shownToasts: string[] = []
  const seen = new WeakMap<Element, string>()
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll('[data-sonner-toast]')) {
      const text = toast.textContent
      if (seen.get(toast) !== text) shownToasts.push(text)
      seen.set(toast, text)
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
  Object.assign(window, { shownToasts })
}

/** Saves a screenshot of the whole page as `<name>.png`, in the nightly run in `e2e/artefacts/`, or in the folder SCREENSHOTS. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'] ?? (isLong ? artefacts : null)
  if (folder === null) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, animations: 'disabled' })
}
