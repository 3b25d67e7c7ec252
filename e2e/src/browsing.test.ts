/** Home and the listings: order of the sections, navigation and history. */
import { expect, it } from 'vitest'
import { atNight } from '../../scripts/depth.ts'
import { faultsOf } from './page-checks.ts'
import { openPage, openSeparatePage, shop, useShop } from './setup.ts'

useShop()

it('home has its sections in order, and loads the code of messages before the first message', async () => {
  const page = await openPage('desktop')
  const text = (content: string) => page.getByText(content).first()
  const loading = page.waitForResponse(/\/assets\/toaster-.*\.js$/)
  await page.goto('/')
  await text('HOT DEAL!').waitFor()
  const sections = ['DEALS OF THE DAY', 'Our Categories', 'Worldwide Delivery', 'Featured Products']
  for (const section of sections) await text(section).waitFor()
  // What comes late moves what is below it.
  const inOrder = async () => {
    const boxes = await Promise.all(sections.map((section) => text(section).boundingBox()))
    const tops = boxes.map((box) => box?.y ?? 0)
    return tops.every((top, n) => n === 0 || top >= tops[n - 1]!)
  }
  await expect.poll(inOrder).toBe(true)
  expect((await loading).ok()).toBe(true)
  expect(await page.locator('[data-sonner-toast]').count()).toBe(0)
})

it('home leads to a deal, a category and all products', async () => {
  const page = await openPage('desktop')
  await page.goto('/')
  const links = [
    [
      page
        .getByRole('link', { name: 'BUY NOW' })
        .or(page.getByRole('button', { name: 'BUY NOW' }))
        .first(),
      '**/buynow-summary**',
    ],
    [page.getByRole('link', { name: /Rescue Gear/ }).last(), '**/category-page?category=*'],
    [page.getByRole('link', { name: 'View All Products' }), '**/collections'],
  ] as const
  for (const [link, address] of links) {
    await link.click()
    await page.waitForURL(address)
    await page.goBack()
    await page.waitForURL(`${shop.url}/`)
  }
})

it('collections keep filter, sort and page in the address, so that reload and back work', async () => {
  const page = await openPage('desktop')
  const pageNumber = (text: string | RegExp) => page.getByText(text).first().waitFor()
  await page.goto('/collections')
  await pageNumber(/Page 1 of \d+/)
  await page.getByRole('link', { name: /^Next/ }).click()
  await page.waitForURL('**/collections?*page=2*')
  await page.reload()
  await pageNumber(/Page 2 of \d+/)
  await page.goBack()
  await pageNumber(/Page 1 of \d+/)
  await expect.poll(() => page.getByRole('button', { name: /^Prev/ }).isDisabled()).toBe(true)
})

it('a list that has grown is as long, and in the same place, after a product was opened', async () => {
  const page = await openPage('phone')
  await page.goto('/search-results?query=a')
  for (const pages of ['1–2', '1–3']) {
    await page.getByRole('link', { name: 'Load more' }).click()
    await page.getByText(`Pages ${pages} of`).waitFor()
  }
  const cards = page.getByRole('main').getByRole('article')
  await expect.poll(() => cards.count()).toBe(36)
  await cards.nth(29).scrollIntoViewIfNeeded()
  const before = (await cards.nth(29).boundingBox())!.y
  await cards.nth(29).getByRole('heading').getByRole('link').click()
  await page.waitForURL('**/product/**')
  await page.goBack()
  await expect.poll(() => cards.count()).toBe(36)
  await expect.poll(async () => Math.round((await cards.nth(29).boundingBox())!.y - before)).toBe(0)
})

it.each(['phone', 'desktop'] as const)(
  'the search field suggests while somebody types, on a %s',
  async (device) => {
    const page = await openPage(device)
    await page.goto('/pages/about')
    const field = page.getByLabel('Search products')
    await field.fill('micr')
    await page.getByRole('option', { name: /Student Compound Microscope/ }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await field.press('ArrowDown')
    await field.press('ArrowDown')
    await field.press('Enter')
    await page.waitForURL('**/product/*/*microscope*')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
  },
)

it('the search field opens the results', async () => {
  const page = await openPage('desktop')
  await page.goto('/pages/about')
  await page.getByLabel('Search products').fill('microscope')
  await page.getByLabel('Search products').press('Enter')
  await page.getByText('Search Results for: microscope').waitFor()
  await page
    .getByText(/^(1 result|\d+ results found)$/)
    .first()
    .waitFor()
})

atNight(() => {
  it('all categories open from the bar, the names in it are whole, and short pages show their footer', async () => {
    const page = await openPage('desktop')
    await page.goto('/pages/about')
    expect((await page.getByRole('contentinfo').boundingBox())!.y).toBeLessThan(800)
    const bar = page.getByRole('navigation', { name: 'Shop' })
    const session = await page.context().newCDPSession(page)
    for (const standard of [32, 16]) {
      await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: 13 } })
      await page.goto('/')
      const cut = await bar
        .getByRole('link')
        .evaluateAll((links) =>
          links.flatMap((link) => (link.scrollWidth > link.clientWidth ? [link.textContent] : [])),
        )
      expect(cut).toEqual([])
    }
    await bar.getByRole('button', { name: 'All categories' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Sports & Play' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sports & Play' }).waitFor()
  })

  it('names in Indian scripts have a font on every device, which other pages do not load', async () => {
    const page = await openSeparatePage('desktop')
    const fonts: string[] = []
    page.on('requestfinished', (request) => {
      const [, script] = /anek-([a-z]+)-.*\.woff2$/.exec(request.url()) ?? []
      if (script && script !== 'latin') fonts.push(script)
    })
    await page.goto('/products', { waitUntil: 'networkidle' })
    expect(fonts).toEqual([])
    await page.goto('/search-results?query=ক क ક ਕ ಕ ക କ க క', { waitUntil: 'networkidle' })
    const scripts = 'bangla devanagari gujarati gurmukhi kannada malayalam odia tamil telugu'.split(' ')
    await expect.poll(() => fonts.toSorted()).toEqual(scripts)
  })

  it('the keyboard skips the filters', async () => {
    const page = await openPage('desktop')
    await page.goto('/collections')
    const skip = page.getByRole('link', { name: 'Skip to the products' })
    await skip.focus()
    expect(await skip.isVisible()).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement!.closest('article') !== null)).toBe(true)
  })
})

it('a filter far down brings the head of the results into view, and keeps the focus', async () => {
  const page = await openPage('desktop')
  await page.goto('/collections')
  const card = page.getByRole('region', { name: 'Products' }).getByRole('article').first()
  await card.waitFor()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  const brand = page.getByRole('checkbox', { name: /^Daud/ })
  await brand.focus()
  await page.keyboard.press('Space')
  await page.waitForURL('**brand=Daud*')
  await page
    .getByRole('paragraph')
    .filter({ hasText: /^4 products$/ })
    .first()
    .waitFor()
  await expect.poll(async () => (await card.boundingBox())?.y ?? 0).toBeGreaterThan(100)
  expect((await card.boundingBox())!.y).toBeLessThan(page.viewportSize()!.height / 2)
  expect(await brand.evaluate((box) => box === document.activeElement)).toBe(true)
})

it('a search for a colour shows it, also on the page that a card leads to', async () => {
  const page = await openPage('desktop')
  await page.goto('/search-results?query=red+shoes')
  await page.getByRole('checkbox', { name: 'UK 8' }).check()
  await page.waitForURL('**size=UK+8*')
  await page.getByRole('link', { name: 'Daud Tez 2 Road Running Shoe', exact: true }).click()
  await page.getByRole('button', { name: /^Red/, pressed: true }).first().waitFor()
})

it('a phone that compares takes further products from their cards', async () => {
  const page = await openPage('phone')
  await page.goto('/collections')
  const compare = page.getByRole('article').getByRole('button', { name: /^Compare / })
  await page.getByRole('article').first().waitFor()
  expect(await compare.count()).toBe(0)
  await page.evaluate(() => localStorage.setItem('compared', '[1]'))
  await page.reload()
  await compare.nth(2).click()
  await page.getByRole('button', { name: 'Compare 2' }).waitFor()
})
