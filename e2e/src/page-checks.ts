import axe from 'axe-core'
import type { Page } from 'playwright-core'

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

/** Violations of WCAG 2.2 AA that axe finds: rule and markup of each. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    async () =>
      await (
        window as unknown as { axe: { run(context: unknown, options: unknown): Promise<AxeResults> } }
      ).axe.run(
        // The content of YouTube's frames is not ours.
        { exclude: ['iframe'] },
        {
          iframes: false,
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        },
      ),
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

/** All faults of a page: accessibility and overflow. */
export const faultsOf = async (page: Page): Promise<string[]> => [
  ...(await accessibilityFaults(page)),
  ...(await horizontalOverflow(page)),
]

interface TimeMessageOptions {
  /** True if a page that is opened later shows the message. */
  onNextPage?: boolean
  /** Path of a call: measures from its reply instead, since loading the first message may take long. */
  fromReply?: string
}

/**
 * Measures in the page how long a message shows before the screen changes, however busy the machine is.
 * Call it before the message appears.
 *
 * @returns a function that reads the milliseconds after the screen has changed
 */
export async function timeMessage(
  page: Page,
  message: string,
  { onNextPage = false, fromReply }: TimeMessageOptions = {},
): Promise<() => Promise<number>> {
  const measure = (text: string): void => {
    const times = { shown: 0, left: 0 }
    new MutationObserver(() => {
      if (times.shown === 0 && document.body?.textContent?.includes(text)) times.shown = performance.now()
    }).observe(document, { subtree: true, childList: true, characterData: true })
    for (const name of ['pushState', 'replaceState'] as const) {
      const change = history[name].bind(history)
      history[name] = (...args) => {
        const before = location.pathname
        change(...args)
        if (times.shown > 0 && location.pathname !== before) times.left ||= performance.now()
      }
    }
    Object.assign(window, { messageTimes: times })
  }
  // Every page contains the empty text, so that a change of screen counts even before the message.
  const text = fromReply === undefined ? message : ''
  if (onNextPage) await page.addInitScript(measure, text)
  else await page.evaluate(measure, text)
  return () =>
    page.evaluate((path) => {
      const { messageTimes } = window as unknown as { messageTimes: { shown: number; left: number } }
      const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const reply = calls.findLast(({ name }) => path !== undefined && name.endsWith(path))
      return messageTimes.left - (path === undefined ? messageTimes.shown : reply!.responseEnd)
    }, fromReply)
}
