import axe from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * Everything the browser complains about from now on.
 *
 * @param except complaints that a test brings about itself, for example by cutting the network
 */
export function complaintsOf(page: Page, except?: RegExp): string[] {
  const complaints: string[] = []
  const note = (text: string) => void (except?.test(text) || complaints.push(text))
  page.on('console', (message) => message.type() === 'error' && note(message.text()))
  page.on('pageerror', (error) => note(error.message))
  return complaints
}

interface AxeResults {
  violations: { id: string; nodes: { html: string }[] }[]
}

/** What axe finds against WCAG 2.2 AA: rule and markup of each fault. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    async () =>
      await (
        window as unknown as { axe: { run(context: unknown, options: unknown): Promise<AxeResults> } }
      ).axe.run(
        // What YouTube shows is YouTube's.
        { exclude: ['iframe'] },
        {
          iframes: false,
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        },
      ),
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}

/** What sticks out of the page at its right edge; empty for a page that cannot be scrolled sideways. */
export const sidewaysOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .map((element) => element.outerHTML.slice(0, 120))
  })

/** Every fault of a page as it stands: accessibility, and what sticks out. */
export const faultsOf = async (page: Page): Promise<string[]> => [
  ...(await accessibilityFaults(page)),
  ...(await sidewaysOverflow(page)),
]
