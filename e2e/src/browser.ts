import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, LaunchOptions, Page } from 'playwright-core'
import { findChromium } from '../../scripts/chromium.mjs'
import { byDepth, isLong } from '../../scripts/depth.ts'

const artefacts = fileURLToPath(new URL('../artefacts/', import.meta.url))

/** The screens that the journeys are made at, in CSS pixels. */
export const devices = {
  phone: { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const

export type Device = keyof typeof devices

/** Where a journey is made whose layout adds nothing to it: `screens.test.ts` looks at every screen at both widths. */
export const JOURNEY_DEVICES: readonly Device[] = byDepth(['phone'], ['phone', 'desktop'])

/**
 * How the Chromium of this machine is started, without a window.
 * @throws {Error} with one line that says what to do, when there is none.
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
    ],
  }
}

/** A visitor of her own: no cookies, no storage, the clock and language of a shopper in India. */
export async function newVisitor(browser: Browser, device: Device, baseURL: string): Promise<BrowserContext> {
  return await browser.newContext({
    ...devices[device],
    baseURL,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
  })
}

/** Keeps a picture of the whole page as `e2e/artefacts/<name>.png`, in the nightly run. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  if (!isLong) return
  mkdirSync(artefacts, { recursive: true })
  await page.screenshot({ path: `${artefacts}${name}.png`, fullPage: true, animations: 'disabled' })
}
