import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCoupon, aProduct } from '../../../test/factories.ts'
import { shopForThisTest, type TestShop } from '../../../test/test-shop.ts'
import { indexProducts } from '../../features/search/search-index.store.ts'
import {
  addCategory,
  deleteCategory,
  findCategory,
  listCategories,
  moveCategory,
  orderCategory,
  renameCategory,
  setCategoryPicture,
} from './categories.ts'

let test: TestShop
beforeEach(async () => {
  test = await shopForThisTest()
  await addCategory(test.shop, { name: 'Footwear' })
  await addCategory(test.shop, { name: 'Clothing' })
  await addCategory(test.shop, { name: 'Running', under: 'Footwear' })
  await addCategory(test.shop, { name: 'Trail', under: 'Footwear > Running' })
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
    await addCategory(test.shop, { name: 'Running', under: 'Clothing' })
    await expect(findCategory(test.shop.db, 'Running')).rejects.toThrow('can be several categories')
    await expect(findCategory(test.shop.db, 'Hats')).rejects.toThrow('There is no category "Hats"')
  })
})

it('refuses a second category of one name in one place, and names that make no path', async () => {
  await expect(addCategory(test.shop, { name: 'running', under: 'Footwear' })).rejects.toThrow(
    'already a category',
  )
  await expect(renameCategory(test.shop, 'Clothing', 'footwear')).rejects.toThrow('already a category')
  await expect(addCategory(test.shop, { name: 'A > B' })).rejects.toThrow('without ">"')
  await expect(addCategory(test.shop, { name: ' ' })).rejects.toThrow('needs a name')
})

it('renames a category in the running shop and in the search index; the slug stays', async () => {
  await aRunningShoe()
  expect(await searched('Footwear')).toBe(1)
  expect(await renameCategory(test.shop, 'footwear', 'Trekking')).toMatchObject({
    slug: 'footwear',
    name: 'Trekking',
  })
  expect((await inShop()).map(({ name }) => name)).toContain('Trekking')
  expect([await searched('Footwear'), await searched('Trekking')]).toEqual([0, 1])
})

describe('moveCategory', () => {
  it('moves sub-categories and products along', async () => {
    await aRunningShoe()
    await moveCategory(test.shop, 'Running', 'Clothing')
    expect(await paths()).toEqual(['Footwear', 'Clothing', 'Clothing/Running', 'Clothing/Running/Trail'])
    expect((await inShop()).find(({ name }) => name === 'Clothing')?.product_count).toBe(1)
    expect([await searched('Footwear'), await searched('Clothing')]).toEqual([0, 1])
    expect(await moveCategory(test.shop, 'Trail', null)).toMatchObject({ parent_id: null })
  })

  it('refuses circles, too many levels and a name that is taken there', async () => {
    await expect(moveCategory(test.shop, 'Footwear', 'none')).rejects.toThrow('use --top')
    for (const under of ['Footwear', 'Running', 'Trail'])
      await expect(moveCategory(test.shop, 'Footwear', under)).rejects.toThrow('cannot move under itself')
    for (const [name, under] of [
      ['Four', 'Trail'],
      ['Five', 'Four'],
    ] as const)
      await addCategory(test.shop, { name, under })
    await addCategory(test.shop, { name: 'Deep', under: 'Clothing' })
    await expect(moveCategory(test.shop, 'Footwear', 'Deep')).rejects.toThrow('6 levels at most')
    await addCategory(test.shop, { name: 'Running' })
    await expect(moveCategory(test.shop, 'Footwear > Running', null)).rejects.toThrow('already a category')
  })

  it('makes no circle when two moves run at once', async () => {
    const moves = await Promise.allSettled([
      moveCategory(test.shop, 'Footwear', 'Clothing'),
      moveCategory(test.shop, 'Clothing', 'Footwear'),
    ])
    expect(moves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await paths()).toHaveLength(4)
  })
})

it('orders siblings', async () => {
  await addCategory(test.shop, { name: 'Bags' })
  const names = (nodes: { name: string }[]) => nodes.map(({ name }) => name)
  expect(names(await orderCategory(test.shop, 'Bags', { before: 'Footwear' }))).toEqual([
    'Bags',
    'Footwear',
    'Clothing',
  ])
  expect(names(await orderCategory(test.shop, 'Bags', { after: 'Footwear' }))).toEqual([
    'Footwear',
    'Bags',
    'Clothing',
  ])
  const main = (await inShop()).filter(({ parent_id }) => parent_id === null)
  expect(names(main)).toEqual(['Footwear', 'Bags', 'Clothing'])
  await expect(orderCategory(test.shop, 'Bags', { after: 'Running' })).rejects.toThrow(
    'not two categories of the same level',
  )
})

it('sets and removes the picture, with the checks of an import', async () => {
  const file = join(test.shop.config.dataDir, 'shoes.png')
  const background = 'red'
  writeFileSync(
    file,
    await sharp({ create: { width: 4, height: 4, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  const { image_url } = await setCategoryPicture(test.shop, 'Clothing', file)
  expect(image_url).toMatch(/^\/media\/i-[0-9a-f]+\.webp$/)
  expect((await inShop()).find(({ name }) => name === 'Clothing')).toMatchObject({ image_url })
  await test.get(image_url ?? '').expect(200)
  writeFileSync(file, '<svg/>')
  await expect(setCategoryPicture(test.shop, 'Clothing', file)).rejects.toThrow('Not a PNG')
  expect(await setCategoryPicture(test.shop, 'Clothing', null)).toMatchObject({ image_url: null })
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
