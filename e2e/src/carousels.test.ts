/** The carousels of Home: autoplay, progress bar, pause, drag, and alignment after a resize. */
import { expect, it } from 'vitest'
import { byDepth } from '../../scripts/depth.ts'
import { newVisitor } from './browser.ts'
import { browser, openPage, shop, useShop } from './setup.ts'

useShop()

async function openHome(reducedMotion: 'reduce' | 'no-preference') {
  const visitor = await newVisitor(browser, 'desktop', shop.url, { reducedMotion })
  await visitor.addInitScript(recordBanners)
  const page = await visitor.newPage()
  await page.goto('/')
  const banners = page.getByRole('region', { name: 'Banners' })
  await banners.getByRole('button', { name: 'Next banner' }).waitFor()
  const current = () => banners.locator('[aria-current]').getAttribute('aria-label')
  return { page, banners, current }
}

interface ShownBanner {
  label: string
  /** Milliseconds since the page was opened. */
  at: number
  /** Milliseconds that the progress bar had run at that moment. */
  progress: number
}

/** Runs in the page: notes each banner at the moment when it becomes the current one. */
function recordBanners(): void {
  const shownBanners: ShownBanner[] = []
  new MutationObserver(() => {
    const banners = document.querySelector('[aria-label="Banners"]')
    const label = banners?.querySelector('[aria-current]')?.getAttribute('aria-label')
    if (!label || label === shownBanners.at(-1)?.label) return
    const progress = Number(banners?.querySelector('[data-progress]')?.getAnimations()[0]?.currentTime)
    shownBanners.push({ label, at: performance.now(), progress })
  }).observe(document, { subtree: true, childList: true, attributes: true })
  Object.assign(window, { shownBanners })
}

it('shows another banner after five seconds, restarts its progress, and stops when paused', async () => {
  const { page, banners } = await openHome('no-preference')
  const shown = () => page.evaluate(() => (window as unknown as { shownBanners: ShownBanner[] }).shownBanners)
  await expect.poll(async () => (await shown()).length).toBeGreaterThan(1)
  const [first, second] = await shown()
  expect([first?.label, second?.label]).toEqual(['Show banner 1 of 5', 'Show banner 2 of 5'])
  expect(second!.at - first!.at).toBeGreaterThan(4500)
  expect(second!.progress).toBeLessThan(2000)
  await banners.getByRole('button', { name: 'Pause banners' }).click()
  await banners.locator('[data-progress]').waitFor({ state: 'detached' })
})

it('continues from the last banner to the first, and can be dragged without opening the link', async () => {
  const { page, banners, current } = await openHome('reduce')
  await banners.getByRole('button', { name: 'Show banner 5 of 5' }).click()
  await banners.getByRole('button', { name: 'Next banner' }).click()
  await expect.poll(current).toBe('Show banner 1 of 5')
  await page.mouse.move(900, 350)
  await page.mouse.down()
  await page.mouse.move(300, 350, { steps: 10 })
  await page.mouse.up()
  await banners
    .getByRole('button', { name: 'Show banner 2 of 5' })
    .and(page.locator('[aria-current]'))
    .waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})

it.each(byDepth(['no-preference'] as const, ['reduce', 'no-preference'] as const))(
  'stays aligned after a resize with motion: %s',
  async (motion) => {
    const { page } = await openHome(motion)
    const deals = page.getByRole('region', { name: 'Deals of the Day' })
    await deals.getByRole('button', { name: 'Next deal' }).click()
    await deals.hover()
    await page.setViewportSize({ width: 1100, height: 900 })
    await expect
      .poll(() =>
        deals.locator('li:not([inert])').evaluate((slide) => {
          const viewport = slide.parentElement?.parentElement
          return Math.round(
            slide.getBoundingClientRect().left - (viewport?.getBoundingClientRect().left ?? 0),
          )
        }),
      )
      .toBe(0)
  },
)

it('a deal on a phone ends within its slide, and leaves the second screen to best sellers', async () => {
  const page = await openPage('phone')
  await page.goto('/')
  const deals = page.getByRole('region', { name: 'Deals of the Day' })
  // The other slides are inert once the carousel has started.
  await deals.getByRole('button', { name: 'Next deal' }).waitFor()
  const slide = deals.locator('li:not([inert])')
  const [outer, inner] = [slide, slide.getByRole('link', { name: 'BUY NOW' })].map((part) =>
    part.boundingBox(),
  )
  const { x, width } = (await outer)!
  const button = (await inner)!
  expect(x + width - (button.x + button.width)).toBe(button.x - x)
  const prices = page.getByRole('region', { name: 'Best Sellers' }).getByText(/^₹/)
  const ends = await prices.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom))
  expect(Math.max(...ends)).toBeLessThan(2 * page.viewportSize()!.height)
})

it('turns one of the deals beside each other at a time, and none where motion is not wanted', async () => {
  const turnsOf = async (reducedMotion: 'reduce' | 'no-preference') => {
    const visitor = await newVisitor(browser, 'desktop', shop.url, { reducedMotion })
    const page = await visitor.newPage()
    await page.goto('/hotdeals')
    await page.getByRole('button', { name: 'Next picture' }).nth(3).waitFor({ state: 'attached' })
    return page.evaluate(async () => {
      const shownIn = () =>
        [...document.querySelectorAll('[aria-label^="Pictures of"]')]
          .slice(0, 4)
          .map((carousel) => carousel.querySelector('[aria-current]')?.getAttribute('aria-label'))
      const turns: number[] = []
      let before = shownIn()
      for (let round = 0; round < 70; round += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        const now = shownIn()
        turns.push(now.filter((label, at) => label !== before[at]).length)
        before = now
      }
      return turns.filter((turned) => turned > 0)
    })
  }
  const turns = await turnsOf('no-preference')
  expect(turns.length).toBeGreaterThan(3)
  expect(Math.max(...turns)).toBe(1)
  expect(await turnsOf('reduce')).toEqual([])
})
