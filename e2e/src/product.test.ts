/** The product page: gallery, variants with history, and the ways to buy across screens. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { atNight } from '../../scripts/depth.ts'
import { type Device, devices, JOURNEY_DEVICES } from './browser.ts'
import { type DemoProduct, findProduct } from './catalogue.ts'
import { openPage, openSeparatePage, shop, useShop } from './setup.ts'

useShop()

let shoe: DemoProduct
let buoy: DemoProduct

beforeAll(async () => {
  shoe = await findProduct(shop.url, 'Daud Tez 2 Road Running Shoe')
  buoy = await findProduct(shop.url, 'Tarini Solas Ring Buoy')
})

async function visit(device: Device, path: string): Promise<Page> {
  const page = await openPage(device)
  await page.goto(path)
  return page
}

const pictures = (page: Page) => page.getByRole('region', { name: 'Pictures and videos' })

describe.each(JOURNEY_DEVICES)('on a %s', (device) => {
  it('changes price, stock and gallery with the variant, and keeps the variant on reload', async () => {
    const page = await visit(device, `/product/${shoe.id}`)
    const charcoal = shoe.variants.find((variant) => variant.color === 'Charcoal')!
    await page.getByRole('button', { name: 'Charcoal, UK 9' }).click()
    await page.getByText(`In Stock (${charcoal.stock} available)`).waitFor()
    await page.getByText('₹3,499', { exact: true }).first().waitFor()
    await expect.poll(() => page.getByText('HOT DEAL!').count()).toBe(0)
    const first = pictures(page).getByRole('img').first()
    await expect.poll(() => first.getAttribute('src')).toBe(charcoal.media[0]?.media_url)
    await page.waitForURL(`**variant=${charcoal.id}*`)
    await page.reload()
    await page.getByText(`In Stock (${charcoal.stock} available)`).waitFor()
    await page.getByRole('button', { name: /Blue, UK 10/ }).click()
    await page.locator('[aria-live]').getByText('Out of Stock', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Mail me when it is back' }).waitFor()
    for (const name of ['Add to Cart', 'Buy Now'])
      await expect.poll(() => page.getByRole('button', { name, exact: true }).count()).toBe(0)
  })
})

atNight(() => {
  it('a tablet shows the whole picture and the buttons beside it', async () => {
    const page = await visit('tablet', `/product/${shoe.id}`)
    const picture = (await pictures(page).getByRole('img').first().boundingBox())!
    const button = (await page.getByRole('button', { name: 'Buy Now' }).boundingBox())!
    expect(button.x).toBeGreaterThan(picture.x + picture.width)
    for (const { y, height } of [picture, button])
      expect(y + height).toBeLessThan(devices.tablet.viewport.height)
  })
})

describe('buying, on a phone', () => {
  it('sends a guest to login and then to the cart, which has the product', async () => {
    const page = await visit('phone', `/product/${shoe.id}`)
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await page.waitForURL('**/auth/login')
    await page.getByLabel('Email or phone number').fill('9123456780')
    await page.getByLabel('Password', { exact: true }).fill('Demo@1234')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.waitForURL('**/cart')
    await page.getByRole('link', { name: shoe.name }).first().waitFor()
  })

  it('opens buy-now without login, with the product in the navigation state', async () => {
    const page = await visit('phone', `/product/${shoe.id}`)
    await page.evaluate(() => {
      const pushed: unknown[] = []
      const push = history.pushState.bind(history)
      history.pushState = (data, unused, url) => {
        pushed.push([url, data.usr])
        push(data, unused, url)
      }
      Object.assign(window, { pushed })
    })
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await page.waitForURL((url) => ['/buynow-summary', '/ordersummary'].includes(url.pathname))
    const states = await page.evaluate(() => (window as unknown as { pushed: unknown[] }).pushed)
    const variant = shoe.variants.find(({ id }) => id === shoe.variant_id)!
    expect(states[0]).toEqual([
      '/ordersummary',
      {
        product: {
          id: shoe.id,
          name: shoe.name,
          price: variant.price * 100,
          qty: 1,
          image: variant.media[0]?.media_url,
          variant_id: variant.id,
        },
      },
    ])
  })
})

describe('the gallery', () => {
  atNight(() => {
    it('plays and pauses an uploaded video on a click', async () => {
      const page = await visit('desktop', `/product/${shoe.id}`)
      await page.getByRole('button', { name: /^Video/ }).click()
      const video = page.locator('video')
      await page.getByRole('button', { name: 'Play video' }).click()
      await page.getByRole('button', { name: 'Pause video' }).waitFor()
      await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.paused)).toBe(false)
      await video.click()
      await page.getByRole('button', { name: 'Play video' }).waitFor()
      await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.paused)).toBe(true)
    })

    it('shows a YouTube video in a frame without cookies, and loads nothing before', async () => {
      const page = await openPage('desktop')
      const asked: string[] = []
      await page.route('https://www.youtube-nocookie.com/**', (route) => {
        asked.push(route.request().url())
        return route.fulfill({ contentType: 'text/html', body: '<title>film</title>' })
      })
      await page.goto(`/product/${buoy.id}`)
      await page.getByRole('button', { name: /^Video/ }).waitFor()
      expect(asked).toEqual([])
      await page.getByRole('button', { name: /^Video/ }).click()
      await page.locator('iframe').waitFor()
      await expect.poll(() => asked).toEqual(['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'])
    })

    it('zooms to 200 percent under the mouse, on a desktop only', async () => {
      const page = await visit('desktop', `/product/${shoe.id}`)
      const panel = page.locator('[data-zoom-panel]')
      const area = page.locator('[data-zoom-area]')
      await area.waitFor()
      expect(await panel.isVisible()).toBe(false)
      const box = (await area.boundingBox())!
      await page.mouse.move(box.x + 5, box.y + 5)
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 4)
      await panel.locator('img').last().waitFor()
      await expect
        .poll(async () => {
          const shown = (await panel.boundingBox())!
          const picture = (await panel.locator('img').last().boundingBox())!
          return {
            scale: picture.width / box.width,
            x: (shown.x - picture.x) / picture.width,
            y: (shown.y - picture.y) / picture.height,
          }
        })
        .toEqual({ scale: expect.closeTo(2, 1), x: expect.closeTo(0.25, 1), y: expect.closeTo(0.125, 1) })
      await page.mouse.move(box.x + box.width + 300, box.y - 50)
      await panel.waitFor({ state: 'hidden' })
      const phone = await visit('phone', `/product/${shoe.id}`)
      await phone.getByRole('heading', { name: shoe.name }).waitFor()
      expect(await phone.locator('[data-zoom-area]').isVisible()).toBe(false)
    })

    it.each([
      ['phone', 3.5, 'height'],
      ['tablet', 5, 'width'],
    ] as const)('has a strip to swipe on a %s, of %d thumbnails', async (device, shown, side) => {
      const page = await visit(device, `/product/${shoe.id}`)
      const strip = page.getByRole('list', { name: 'Thumbnails' })
      await strip.waitFor()
      await expect
        .poll(async () => {
          const room = (await strip.boundingBox())![side]
          const one = (await strip.getByRole('listitem').first().boundingBox())![side]
          return (room + 8) / (one + 8)
        })
        .toBeCloseTo(shown, 0)
    })
  })

  it('keeps a picture that is chosen while the carousel starts', async () => {
    const page = await openSeparatePage('desktop')
    await page.addInitScript(() => {
      const observer = new MutationObserver((changes) => {
        const starts = changes.some(
          ({ target }) => target instanceof HTMLElement && target.matches('[aria-label^="Pictures of"]'),
        )
        if (!starts) return
        observer.disconnect()
        document.querySelector<HTMLElement>('[aria-label="Picture 2 of 5"]')?.click()
        document.body.setAttribute('data-chosen', '')
      })
      observer.observe(document, { subtree: true, attributeFilter: ['style'] })
    })
    await page.goto(`/product/${shoe.id}`)
    await page.locator('body[data-chosen]').waitFor()
    await page.waitForLoadState('networkidle')
    const second = page.getByRole('button', { name: 'Picture 2 of 5' })
    await expect.poll(() => second.getAttribute('aria-current')).toBe('true')
  })

  atNight(() => {
    it('shows the placeholder for a picture that is gone, also when it fails before the code is there', async () => {
      const page = await openSeparatePage('phone')
      await page.route('**/media/**', (route) => route.fulfill({ status: 404, body: '' }))
      await page.goto(`/product/${shoe.id}`)
      const first = pictures(page).getByRole('img').first()
      await expect.poll(() => first.getAttribute('src')).toBe('/fallback-image.png')
    })

    it('ends beside the scrollbar', async () => {
      const page = await visit('desktop', `/product/${shoe.id}`)
      await page
        .locator('li:not([inert])')
        .getByRole('button', { name: 'Show full screen' })
        .first()
        .press('Enter')
      const dialog = page.getByRole('dialog')
      const { x, width } = (await page.locator('main').boundingBox())!
      for (const name of ['Close', 'Next picture', 'Zoom out']) {
        const box = (await dialog.getByRole('button', { name }).boundingBox())!
        expect(box.x + box.width, name).toBeLessThanOrEqual(x + width)
      }
    })
  })

  it('works with the keyboard', async () => {
    const page = await visit('desktop', `/product/${shoe.id}`)
    const second = page.getByRole('button', { name: 'Picture 2 of 5' })
    await second.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => second.getAttribute('aria-current')).toBe('true')
    await page.locator('li:not([inert])').getByRole('button', { name: 'Show full screen' }).first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: shoe.name }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })
})
