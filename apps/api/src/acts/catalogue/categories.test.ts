import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCoupon, aProduct } from '../../../test/factories.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { indexProducts } from '../../features/search/search-index.store.ts'
import { deleteCategory, findCategory, listCategories, saveCategory } from './categories.ts'
import { rule } from '../../../test/rule.ts'

let test: TestShop
beforeEach(async () => {
  test = await shopForThisTest()
  await saveCategory(test.shop, null, { name: 'Footwear' })
  await saveCategory(test.shop, null, { name: 'Clothing' })
  await saveCategory(test.shop, null, { name: 'Running', under: 'Footwear' })
  await saveCategory(test.shop, null, { name: 'Trail', under: 'Footwear > Running' })
})

const paths = async (): Promise<string[]> =>
  (await listCategories(test.shop.db)).map(({ path }) => path.join('/'))
const inShop = async () =>
  (await test.get('/api/categories').expect(200)).body.categories as {
    id: number
    name: string
    parent_id: number | null
    image_url: string | null
    product_count: number
  }[]

async function aRunningShoe() {
  const { id } = await findCategory(test.shop.db, 'Running')
  const product = await aProduct(test, { name: 'Velox', category_id: id })
  await test.shop.db.transaction((tx) => indexProducts(tx, [product.id]))
  return product
}
const searched = async (text: string): Promise<number> =>
  (await test.get(`/api/products/search?search=${text}`).expect(200)).body.total

it('lists the tree with counts and slugs', async () => {
  await aRunningShoe()
  expect(await listCategories(test.shop.db)).toMatchObject([
    { slug: 'footwear', path: ['Footwear'], products: 0, all_products: 1 },
    { slug: 'footwear-running', path: ['Footwear', 'Running'], products: 1, all_products: 1 },
    { slug: 'footwear-running-trail', products: 0, all_products: 0 },
    { slug: 'clothing', path: ['Clothing'] },
  ])
})

describe('findCategory', () => {
  it('takes id, slug, path and a name that only one has', async () => {
    const { id } = await findCategory(test.shop.db, 'footwear > running')
    for (const text of [String(id), `#${id}`, 'footwear-running', 'RUNNING'])
      expect((await findCategory(test.shop.db, text)).id).toBe(id)
    await saveCategory(test.shop, null, { name: 'Running', under: 'Clothing' })
    await expect(findCategory(test.shop.db, 'Running')).rejects.toThrow('can be several categories')
    await expect(findCategory(test.shop.db, 'Hats')).rejects.toThrow('There is no category "Hats"')
  })
})

rule('refuses a second category of one name in one place, and names that make no path', async () => {
  await expect(saveCategory(test.shop, null, { name: 'running', under: 'Footwear' })).rejects.toThrow(
    'already a category',
  )
  await expect(saveCategory(test.shop, 'Clothing', { name: 'footwear' })).rejects.toThrow(
    'already a category',
  )
  await expect(saveCategory(test.shop, null, { name: 'A > B' })).rejects.toThrow('without ">"')
  await expect(saveCategory(test.shop, null, { name: ' ' })).rejects.toThrow('needs a name')
})

rule('renames a category in the running shop and in the search index; the slug stays', async () => {
  await aRunningShoe()
  expect(await searched('Footwear')).toBe(1)
  expect(await saveCategory(test.shop, 'footwear', { name: 'Trekking' })).toMatchObject({
    slug: 'footwear',
    name: 'Trekking',
  })
  expect((await inShop()).map(({ name }) => name)).toContain('Trekking')
  expect([await searched('Footwear'), await searched('Trekking')]).toEqual([0, 1])
})

describe('moving a category', () => {
  it('moves sub-categories and products along', async () => {
    await aRunningShoe()
    await saveCategory(test.shop, 'Running', { under: 'Clothing' })
    expect(await paths()).toEqual(['Footwear', 'Clothing', 'Clothing/Running', 'Clothing/Running/Trail'])
    expect((await inShop()).find(({ name }) => name === 'Clothing')?.product_count).toBe(1)
    expect([await searched('Footwear'), await searched('Clothing')]).toEqual([0, 1])
    expect(await saveCategory(test.shop, 'Trail', { under: 'none' })).toMatchObject({ parent_id: null })
  })

  rule('refuses circles, too many levels and a name that is taken there', async () => {
    for (const under of ['Footwear', 'Running', 'Trail'])
      await expect(saveCategory(test.shop, 'Footwear', { under })).rejects.toThrow('cannot move under itself')
    for (const [name, under] of [
      ['Four', 'Trail'],
      ['Five', 'Four'],
    ] as const)
      await saveCategory(test.shop, null, { name, under })
    await saveCategory(test.shop, null, { name: 'Deep', under: 'Clothing' })
    await expect(saveCategory(test.shop, 'Footwear', { under: 'Deep' })).rejects.toThrow('6 levels at most')
    await saveCategory(test.shop, null, { name: 'Running' })
    await expect(saveCategory(test.shop, 'Footwear > Running', { under: 'none' })).rejects.toThrow(
      'already a category',
    )
  })

  it('makes no circle when two moves run at once', async () => {
    const moves = await Promise.allSettled([
      saveCategory(test.shop, 'Footwear', { under: 'Clothing' }),
      saveCategory(test.shop, 'Clothing', { under: 'Footwear' }),
    ])
    expect(moves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await paths()).toHaveLength(4)
  })
})

it('orders siblings', async () => {
  await saveCategory(test.shop, null, { name: 'Bags', before: 'Footwear' })
  expect(await top()).toEqual(['Bags', 'Footwear', 'Clothing'])
  await saveCategory(test.shop, 'Bags', { after: 'Footwear' })
  expect(await top()).toEqual(['Footwear', 'Bags', 'Clothing'])
  await expect(saveCategory(test.shop, 'Bags', { after: 'Running' })).rejects.toThrow(
    'not two categories of the same level',
  )
  await saveCategory(test.shop, 'Bags', { under: 'Footwear', before: 'Running', name: 'Shoe bags' })
  expect(await paths()).toEqual([
    'Footwear',
    'Footwear/Shoe bags',
    'Footwear/Running',
    'Footwear/Running/Trail',
    'Clothing',
  ])
})

const top = async () => (await inShop()).filter(({ parent_id }) => parent_id === null).map(({ name }) => name)

rule('sets and removes the picture, with the checks of an import', async () => {
  const file = join(test.shop.config.dataDir, 'shoes.png')
  const background = 'red'
  writeFileSync(
    file,
    await sharp({ create: { width: 4, height: 4, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  const { image_url } = await saveCategory(test.shop, 'Clothing', { picture: file })
  expect(image_url).toMatch(/^\/media\/i-[0-9a-f]+\.webp$/)
  expect((await inShop()).find(({ name }) => name === 'Clothing')).toMatchObject({ image_url })
  await test.get(image_url ?? '').expect(200)
  writeFileSync(file, '<svg/>')
  await expect(saveCategory(test.shop, 'Clothing', { picture: file })).rejects.toThrow('Not a PNG')
  writeFileSync(file, '\0\0\0\x20ftypheic')
  await expect(saveCategory(test.shop, 'Clothing', { picture: file })).rejects.toThrow('save it as JPEG')
  expect(await saveCategory(test.shop, 'Clothing', { picture: 'none' })).toMatchObject({ image_url: null })
})

describe('deleteCategory', () => {
  it('deletes an empty one, or moves its products first', async () => {
    await deleteCategory(test.shop, 'Trail')
    const product = await aRunningShoe()
    await expect(deleteCategory(test.shop, 'Running')).rejects.toThrow('has 1 product. Move it first')
    await expect(deleteCategory(test.shop, 'Footwear')).rejects.toThrow('has sub-categories: Running')
    await expect(deleteCategory(test.shop, 'Running', 'Running')).rejects.toThrow('the category you delete')
    expect(await deleteCategory(test.shop, 'Running', 'Clothing')).toMatchObject({ moved: 1 })
    expect(await paths()).toEqual(['Footwear', 'Clothing'])
    expect((await test.get(`/api/products/${product.id}`).expect(200)).body.category_name).toBe('Clothing')
    expect([await searched('Footwear'), await searched('Clothing')]).toEqual([0, 1])
  })

  it('refuses while a coupon for it is active; an ended one stays ended', async () => {
    const { id } = await findCategory(test.shop.db, 'Trail')
    const coupon = await aCoupon(test, { category_id: id })
    await expect(deleteCategory(test.shop, 'Trail')).rejects.toThrow(
      `still active: ${coupon.code}. End them first`,
    )
    const { coupons } = test.shop.db.tables
    await test.shop.db.transaction((tx) => tx.update(coupons).set({ is_active: false }))
    await deleteCategory(test.shop, 'Trail')
    expect(await test.shop.db.select().from(coupons)).toMatchObject([
      { is_active: false, category_id: null, ends_at: test.shop.now() },
    ])
  })
})
