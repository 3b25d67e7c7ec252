/** A shop of quite other goods than the demo's is searched as well. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildIndex } from '../src/features/search/search-index.store.ts'
import { aCategory, aProduct } from './factories.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

/** By category: name, brand, short description, and colours or sizes. */
const CATALOGUE: Record<string, string[]> = {
  Chairs: [
    'Ergo Mesh Office Chair|Baithak|With lumbar support and armrests|Black, Grey',
    'Sheesham Dining Chair|Lakdi Ghar|Solid wood with a cushioned seat|Walnut',
    'Bean Bag Cover XXL|Baithak|Without beans|Brown',
  ],
  Tables: [
    'Sheesham 6 Seater Dining Table|Lakdi Ghar|Solid wood|Walnut',
    'Folding Study Table|Baithak|For laptop and books|White',
  ],
  Beds: [
    'Queen Size Bed with Storage|Lakdi Ghar|Hydraulic|Teak',
    'Orthopaedic Memory Foam Mattress|Neend|6 inch|White',
  ],
  Smartphones: [
    'Taara Nova 5G Smartphone|Taara|128 GB, 50 MP camera|Blue, Black',
    'Taara Nova Pro Max|Taara|256 GB, 108 MP camera|Silver',
    'Sitara Go Feature Phone|Sitara|Keypad phone with FM radio|Red',
  ],
  'Phone accessories': [
    'Taara 33W Fast Charger|Taara|USB-C, for phones|White',
    'Silicone Back Cover for Taara Nova|Kavach|Slim fit|Clear, Blue',
    '64 GB USB Pen Drive|Yaadein|For phone and laptop|Black',
    'Wireless Bluetooth Earbuds|Dhun|24 hours of playback|White',
  ],
  Sarees: [
    'Banarasi Silk Saree|Reshma|For weddings and festivals|Red, Green',
    'Cotton Handloom Saree|Reshma|Everyday wear|Yellow',
    'Kanjivaram Silk Saree with Blouse|Thari|Pure zari|Maroon',
    'Anarkali Kurti|Reshma|Rayon|Red, Blue',
  ],
  Rice: ['Basmati Rice 5 kg|Khet|Aged two years|', 'Sona Masoori Rice 10 kg|Khet|Everyday rice|'],
  Staples: [
    'Toor Dal 1 kg|Khet|Unpolished|',
    'Chakki Fresh Atta 5 kg|Khet|Whole wheat flour|',
    'Cold Pressed Mustard Oil 1 L|Kachi|For cooking|',
    'Assam Tea 500 g|Baagaan|Strong leaf tea|',
    'Filter Coffee Powder 200 g|Baagaan|With chicory|',
    'Green Tea Bags|Baagaan|25 bags|',
    'Toned Milk 1 L|Gopal|Pasteurised|',
    'Turmeric Powder 200 g|Khet|Ground|',
    'Marie Biscuits - Sugar Free|Khasta|For tea|',
    'Sugar Sprinkled Biscuits|Khasta|For tea|',
    'Corn Flakes 500 g|Khasta|Breakfast|',
  ],
  Care: [
    'Hair Fall Control Shampoo|Kesh|For long hair|',
    'Daily Shampoo with Amla|Kesh|For all hair|',
    'Anti-Dandruff Shampoo|Kesh|With neem|',
    'Musk Deodorant - For Men|Gandh|150 ml|',
    'Rose Deodorant - For Women|Gandh|150 ml|',
    'Garbage Bags Medium, 30 pieces|Swachh|For dustbins|',
    'Alkaline Battery Max 9V|Bijli|Long life|',
  ],
}

const QUERIES: [query: string, best: string][] = [
  ['office chair', 'Ergo Mesh Office Chair'],
  ['chair', 'Sheesham Dining Chair'],
  ['chairs for dining', 'Sheesham Dining Chair'],
  ['dinning table', 'Sheesham 6 Seater Dining Table'],
  ['study tabel', 'Folding Study Table'],
  ['mattres', 'Orthopaedic Memory Foam Mattress'],
  ['bed', 'Queen Size Bed with Storage'],
  ['phone', 'Sitara Go Feature Phone'],
  ['smart phone', 'Taara Nova 5G Smartphone'],
  ['taara nova blue', 'Taara Nova 5G Smartphone'],
  ['taara phone 256gb', 'Taara Nova Pro Max'],
  ['mobile charger', 'Taara 33W Fast Charger'],
  ['pen drive', '64 GB USB Pen Drive'],
  ['pendrive 64gb', '64 GB USB Pen Drive'],
  ['blutooth earbuds', 'Wireless Bluetooth Earbuds'],
  ['ear buds', 'Wireless Bluetooth Earbuds'],
  ['cover for taara nova', 'Silicone Back Cover for Taara Nova'],
  ['wedding saree', 'Banarasi Silk Saree'],
  ['banarsi saree', 'Banarasi Silk Saree'],
  ['cotton sari', 'Cotton Handloom Saree'],
  ['साड़ी', 'Banarasi Silk Saree'],
  ['red kurti', 'Anarkali Kurti'],
  ['kurtis', 'Anarkali Kurti'],
  ['basmati rice', 'Basmati Rice 5 kg'],
  ['rice 10kg', 'Sona Masoori Rice 10 kg'],
  ['aata 5 kg', 'Chakki Fresh Atta 5 kg'],
  ['mustard oil', 'Cold Pressed Mustard Oil 1 L'],
  ['sarso tel', 'Cold Pressed Mustard Oil 1 L'],
  ['chai', 'Assam Tea 500 g'],
  ['coffe', 'Filter Coffee Powder 200 g'],
  ['tur dal', 'Toor Dal 1 kg'],
  ['chawal', 'Basmati Rice 5 kg'],
  ['बासमती चावल', 'Basmati Rice 5 kg'],
  ['dudh', 'Toned Milk 1 L'],
  ['दूध', 'Toned Milk 1 L'],
  ['haldi', 'Turmeric Powder 200 g'],
  ['हल्दी पाउडर', 'Turmeric Powder 200 g'],
  ['ஹல்தி', 'Turmeric Powder 200 g'],
  ['kornflakes', 'Corn Flakes 500 g'],
  ['शैंपू', 'Anti-Dandruff Shampoo'],
  ['milk 500 ml', 'Toned Milk 1 L'],
]

/** What stands after `for` or `without` decides as much as the rest. */
const LEADING: [query: string, first: string][] = [
  ['shampoo for dandruff', 'Anti-Dandruff Shampoo'],
  ['dustbin bags', 'Garbage Bags Medium, 30 pieces'],
  ['deodrant for men', 'Musk Deodorant - For Men'],
  ['biscuit without sugar', 'Marie Biscuits - Sugar Free'],
  ['bina cheeni ke biscuit', 'Marie Biscuits - Sugar Free'],
]

const NONSENSE = [
  'iphone 15',
  'microscope',
  'lawn mower',
  'xyzzy',
  'printer ink',
  'guitar',
  'shoes',
  'car insurance',
  'football shoes',
  'fire extinguisher',
]

let test: TestShop
const search = async (text: string): Promise<string[]> => {
  const { body } = await test.get('/api/products/search').query({ search: text }).expect(200)
  return body.products.map(({ name }: { name: string }) => name)
}

beforeAll(async () => {
  test = await openTestShop()
  for (const [category, products] of Object.entries(CATALOGUE)) {
    const { id: category_id } = await aCategory(test, { name: category })
    for (const product of products) {
      const [name = '', brand = '', short_description = '', colors = ''] = product.split('|')
      const variants = colors.split(', ').map((color) => ({ color: color || null }))
      await aProduct(test, { name, brand, short_description, description: '', category_id }, variants)
    }
  }
  await test.shop.db.transaction((tx) => buildIndex(tx))
})
afterAll(() => test.close())

describe('in a shop of furniture, phones, sarees and groceries', () => {
  it.each(QUERIES)('%j finds among the first three %j', async (query, best) => {
    expect((await search(query)).slice(0, 3)).toContain(best)
  })

  it.each(LEADING)('%j finds first %j', async (query, first) => {
    expect((await search(query))[0]).toBe(first)
  })

  it('nonsense finds nothing', async () => {
    const found = await Promise.all(NONSENSE.map(async (query) => [query, await search(query)] as const))
    expect(found.filter(([, names]) => names.length > 0)).toEqual([])
  })
})
