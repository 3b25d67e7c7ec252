import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { isLong } from '../../scripts/depth.ts'

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Collects the errors that the browser logs from now on.
 *
 * @param except errors that the test causes itself, for example by aborting calls
 */
export function browserErrors(page: Page, except?: RegExp): string[] {
  const errors: string[] = []
  const note = (text: string) => void (except?.test(text) || errors.push(text))
  page.on('console', (message) => message.type() === 'error' && note(message.text()))
  page.on('pageerror', (error) => note(error.message))
  return errors
}

interface AxeResults {
  violations: { id: string; nodes: { html: string }[] }[]
}

/** Rules that compare the colours and places of all elements, which takes two thirds of the time of all rules. */
const SLOW_RULES = ['color-contrast', 'target-size']

/** Violations of WCAG 2.2 AA that axe finds: rule and markup of each. @param inFull without it, no slow rules */
export async function accessibilityFaults(page: Page, inFull = isLong): Promise<string[]> {
  const rules = inFull ? {} : Object.fromEntries(SLOW_RULES.map((rule) => [rule, { enabled: false }]))
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const { violations } = await page.evaluate(
    async (changed) =>
      await (
        window as unknown as { axe: { run(context: unknown, options: unknown): Promise<AxeResults> } }
      ).axe.run(
        // The content of YouTube's frames is not ours.
        { exclude: ['iframe'] },
        {
          iframes: false,
          preload: false,
          resultTypes: ['violations'],
          rules: changed,
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        },
      ),
    rules,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}

/** Elements beyond the right edge of the page; empty if it does not scroll sideways. */
export const horizontalOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .map((element) => element.outerHTML.slice(0, 120))
  })

/** The faults of a page: accessibility and overflow. Every screen is checked in full, its other states so at night. */
export const faultsOf = async (page: Page, inFull = isLong): Promise<string[]> => [
  ...(await accessibilityFaults(page, inFull)),
  ...(await horizontalOverflow(page)),
]

/** Runs in the page: adds up the shifts of its layout. */
export function recordShifts(): void {
  Object.assign(window, { shifted: 0 })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      (window as unknown as { shifted: number }).shifted += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The sum of the page's layout shifts since `recordShifts`. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { shifted: number }).shifted)
