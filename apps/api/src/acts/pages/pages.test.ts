import { expect, it } from 'vitest'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { getPage, listPages, removePage, setPage } from './pages.ts'

it('adds, changes and deletes a page of the running shop', async () => {
  const test = await shopForThisTest()
  const linked = async () => (await test.get('/api/settings').expect(200)).body.pages
  expect(await linked()).toEqual([])
  const page = { slug: 'shipping-policy', title: 'Shipping Policy', text: '## Where\r\n\r\nAll of India.\n' }
  expect(await setPage(test.shop, page)).toMatchObject({ added: true })
  const { body } = await test.get('/api/pages/shipping-policy').expect(200)
  expect(body.page).toEqual({
    ...page,
    text: '## Where\n\nAll of India.',
    html: '<h2>Where</h2>\n<p>All of India.</p>\n',
  })
  expect(await linked()).toEqual([{ slug: 'shipping-policy', title: 'Shipping Policy', in_footer: true }])
  await setPage(test.shop, { ...page, in_footer: 'no' })
  expect(await linked()).toMatchObject([{ in_footer: false }])
  expect(await setPage(test.shop, { slug: page.slug, text: 'Nowhere.' })).toMatchObject({
    added: false,
    title: 'Shipping Policy',
    text: 'Nowhere.',
  })
  expect((await listPages(test.shop)).map(({ slug }) => slug)).toEqual([
    'about',
    'return-exchange',
    'refund-policy',
    'terms',
    'shipping-policy',
    'privacy-policy',
    'contact',
    'faq',
  ])
  await removePage(test.shop, { slug: 'shipping-policy' })
  await test.get('/api/pages/shipping-policy').expect(404)
  expect(await linked()).toEqual([])
})

it('proposes pages that are in the shop once they are saved', async () => {
  const test = await shopForThisTest()
  const draft = await getPage(test.shop, 'privacy-policy')
  expect(draft.text).toContain('## Grievance officer\n\nMeera Krishnan')
  await test.get('/api/pages/privacy-policy').expect(404)
  await setPage(test.shop, { slug: draft.slug, text: draft.text })
  expect((await test.get('/api/pages/privacy-policy').expect(200)).body.page.title).toBe('Privacy Policy')
})

it.each([
  ['# Big', '<h2>Big</h2>'],
  ['14, Ring Road\nPune', '14, Ring Road<br>\nPune'],
  ['<script>alert(1)</script>', '&lt;script&gt;'],
  ['[a](javascript:alert(1))', '[a](javascript:alert(1))'],
  ['![a](https://else.where/a.png)', '!<a href='],
])('draws %j without HTML of its own', async (text, html) => {
  const test = await shopForThisTest()
  await setPage(test.shop, { slug: 'terms', text })
  const drawn: string = (await test.get('/api/pages/terms').expect(200)).body.page.html
  expect(drawn).toContain(html)
  expect(drawn).not.toMatch(/<script|<img|href="javascript/)
})

it('changes the text of a page that every shop has, but does not delete it', async () => {
  const test = await shopForThisTest()
  expect((await getPage(test.shop, 'terms')).title).toBe('Terms And Conditions')
  await setPage(test.shop, { slug: 'terms', text: 'Our own terms.' })
  expect((await test.get('/api/pages/terms').expect(200)).body.page).toMatchObject({
    title: 'Terms And Conditions',
    text: 'Our own terms.',
  })
  expect((await test.get('/api/settings').expect(200)).body.pages).toEqual([])
  await expect(removePage(test.shop, { slug: 'terms' })).rejects.toThrow('You cannot delete the page "terms"')
})

it.each([
  [{ slug: 'Shipping Policy', title: 'Shipping', text: 'x' }, 'small letters'],
  [{ slug: '../etc', title: 'Shipping', text: 'x' }, 'small letters'],
  [{ slug: 'shipping', text: 'x' }, 'There is no page "shipping"'],
  [{ slug: 'shipping', title: ' ', text: 'x' }, '1 to 100 characters'],
  [{ slug: 'shipping', title: 'Shipping', text: ' \n' }, 'The text is empty'],
  [{ slug: 'shipping', title: 'Shipping', text: 'x'.repeat(100_001) }, '100,000 at most'],
])('refuses %j', async (page, message) => {
  const test = await shopForThisTest()
  await expect(setPage(test.shop, page)).rejects.toThrow(message)
  await expect(removePage(test.shop, { slug: 'shipping' })).rejects.toThrow('There is no page')
})
