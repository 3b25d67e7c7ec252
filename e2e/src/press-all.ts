import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'

/** What can be pressed now, by what it says without numbers. Each element gets it as an attribute. */
const pressable = (page: Page): Promise<string[]> =>
  page
    .locator('button:enabled:visible, [role=menuitem]:visible, [role=tab]:visible')
    .evaluateAll((elements) =>
      elements.flatMap((element) => {
        if (element.closest('[inert], [aria-hidden=true]')) return []
        const text = element.getAttribute('aria-label') ?? element.textContent
        const name =
          (element.closest('[role=dialog]') ? 'dialog: ' : '') + text.replaceAll(/[^\p{L} ]/gu, '').trim()
        element.setAttribute('data-press', name)
        return [name]
      }),
    )

/** How long what a press opens may take to be drawn, in ms: React waits up to 300 before it shows what was loaded. */
const DRAWN_MS = 400

/**
 * Follows each link and presses each enabled button of the screen that is open, and of all that these open. Buttons of one
 * name on one screen are alike.
 *
 * @returns the screens, what was pressed, and what was refused with 403
 */
export async function pressAll(page: Page) {
  const pending = new Set<Request>()
  const refused: string[] = []
  const ended = (request: Request) => pending.delete(request)
  page.on('request', (request) => request.url().endsWith('/events') || pending.add(request))
  page.on('requestfinished', ended).on('requestfailed', ended)
  page.on('response', (reply) => reply.status() === 403 && refused.push(reply.url()))
  page.context().on('page', (opened) => void opened.close())
  const pathname = () => new URL(page.url()).pathname
  const screens = new Set([pathname()])
  const pressed = new Set<string>()

  /** @param before what could be pressed before the last press */
  const settle = async (before?: string[]): Promise<string[]> => {
    await page.locator('h1').first().waitFor()
    const until = performance.now() + DRAWN_MS
    let shown: string[] | undefined
    const isQuiet = async (): Promise<boolean> => {
      const last = shown?.join()
      shown = await pressable(page)
      const isSame = pending.size === 0 && shown.join() === last
      return isSame && (before === undefined || last !== before.join() || performance.now() > until)
    }
    await expect.poll(isQuiet, { interval: 50 }).toBe(true)
    const links = page.locator('a[href^="/desk"]')
    const hrefs = await links.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).pathname))
    for (const path of [pathname(), ...hrefs]) screens.add(path)
    return shown!
  }
  const press = async (name: string, shown: string[]): Promise<string[]> => {
    // An act may have ended it.
    if (!shown.includes(name)) return shown
    pressed.add(name)
    await page.locator(`[data-press="${name}"]`).first().click()
    return settle(shown)
  }
  const open = async (screen: string, names: string[]): Promise<string[]> => {
    pending.clear()
    await page.goto(screen)
    let shown = await settle()
    for (const name of names) shown = await press(name, shown)
    return shown
  }
  const explore = async (screen: string, names: string[], shown: string[], known: Set<string>) => {
    let isThere = true
    for (const name of shown) {
      if (known.has(name)) continue
      known.add(name)
      const next = await press(name, isThere ? shown : await open(screen, names))
      isThere = pathname() === screen && next.join() === shown.join()
      if (pathname() === screen && !isThere) await explore(screen, [...names, name], next, known)
    }
  }
  for (const screen of screens) {
    // The menu is that of all screens.
    const known = new Set(['dialog: Log out', ...(pressed.has('More') ? ['More'] : [])])
    const shown = await open(screen, [])
    expect([screen, await page.getByText('There is nothing here').count()]).toEqual([screen, 0])
    await explore(screen, [], shown, known)
  }
  return { screens, pressed, refused }
}
