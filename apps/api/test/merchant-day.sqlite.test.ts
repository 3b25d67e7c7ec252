/**
 * A day of selling whose figures are computed by hand.
 *
 * The shop is in Karnataka. Prices include GST. The price list makes the rice ₹315 (₹299 before).
 *
 * Order 1, to Maharashtra, with 10 % off the category Kitchen, which is above those of rice and mixer:
 *
 *   rice (5 %)     1 × 315.00 =   315.00   − 31.50  (31.40 ÷ 3,314.00 of the discount)  =   283.50
 *   mixer (18 %)   1 × 2,999  = 2,999.00   − 299.90                                     = 2,699.10
 *   shirts (5 %)   2 × 479.00 =   958.00   not in Kitchen                               =   958.00
 *   discount                      331.40                                         goods  = 3,940.60
 *   delivery                       49.00   to pay 4,272.00 − 331.40 + 49.00             = 3,989.60
 *
 *   Delivery is taxed with the goods: at 5 % 49 × 1,241.50 ÷ 3,940.60 = 15.44, at 18 % the other 33.56.
 *   5 %:  1,241.50 + 15.44 = 1,256.94 = taxable 1,197.09 + IGST  59.85
 *   18 %: 2,699.10 + 33.56 = 2,732.66 = taxable 2,315.81 + IGST 416.85
 *
 * Order 2, within Karnataka: rice 2 × 315.00 + delivery 49.00 = 679.00
 *   5 %: each half of the tax is 679 × 2.5 ÷ 105 = 16.17, taxable 679.00 − 32.34 = 646.66
 *
 * The month: taxable 1,197.09 + 2,315.81 + 646.66 = 4,159.56; IGST 476.70; CGST and SGST 16.17 each; sum 4,668.60.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openFolderShop } from './folder-shop.ts'
import { haatInProcess } from './haat-in-process.ts'
import { temporaryFolder } from './server-process.ts'
import { aShopper } from './shopper.ts'

const NOW = new Date('2026-03-14T06:30:00Z')
const CATALOGUE = `name,sku,price,mrp,stock,category,country_of_origin,hsn,gst_rate
Rice 5 kg,RICE,299,350,50,Kitchen > Staples,India,1006,5
Mixer,MIXER,2999,3499,20,Kitchen > Appliances,India,8509,18
Cotton Shirt,SHIRT,479,599,40,Clothing,India,6205,5
`

it('adds up to the paisa', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  onTestFinished(() => void vi.useRealTimers())
  const folder = temporaryFolder()
  const env = { DATA_DIR: join(folder, 'shop') }
  const haat = async (...words: string[]): Promise<string> => {
    const { code, out, err } = await haatInProcess(words, { cwd: folder, env })
    expect([words, code, err]).toEqual([words, 0, ''])
    return out
  }
  writeFileSync(join(folder, 'catalogue.csv'), CATALOGUE)
  writeFileSync(join(folder, 'prices.csv'), 'sku,price\nRICE,315\n')
  const answers = ['--name', 'Meera Stores', '--gstin', '29ABCDE1234F1ZW', '--free-above', '₹5,000']
  await haat('init', '--yes', ...answers, '--address', 'MG Road, Bengaluru 560001')
  await haat('import', 'catalogue.csv')
  await haat('prices', 'prices.csv')
  await haat('coupons', 'create', 'KITCHEN10', '--percent', '10', '--category', 'kitchen')
  expect(await haat('settings', 'get', 'alerts.email')).toBe('none\n')

  const test = await openFolderShop(env)
  const asha = await aShopper(test, { email_verified_at: NOW })
  const { token } = asha.customer
  const home = {
    address_line1: '14, FC Road',
    city: 'Pune',
    pincode: '411004',
    full_name: 'Asha',
    phone: '9876543210',
  }
  const wrong = await test.post('/api/users/addresses', { ...home, state: 'Maharashta' }, token).expect(400)
  expect(wrong.body.message).toContain('not a state')
  const elsewhere = await test.post('/api/users/addresses', { ...home, state: 'Kerala' }, token).expect(400)
  expect(elsewhere.body.message).toBe('PIN code 411004 is in Maharashtra, not in Kerala.')
  const { body: corrected } = await test
    .post('/api/users/addresses', { ...home, state: 'maharashtra' }, token)
    .expect(201)
  const { variants } = test.shop.db.tables
  const rows = await test.shop.db.select().from(variants)
  const lineOf = (sku: string, quantity = 1) => {
    const { id, product_id } = rows.find((row) => row.sku === sku)!
    return { variant_id: id, product_id, quantity }
  }
  const basket = [lineOf('RICE'), lineOf('MIXER'), lineOf('SHIRT', 2)]
  const { body: applied } = await asha.apply('KITCHEN10', basket).expect(200)
  expect(applied.discount_amount).toBe(331.4)
  const claims = { address_id: corrected.address.id, order_coupon_id: applied.order_coupon_id }
  await asha.place(asha.order(basket, 3989.6, claims)).expect(201)
  const ravi = await aShopper(test, { email_verified_at: NOW })
  await ravi.place(ravi.order([lineOf('RICE', 2)], 679)).expect(201)
  await test.close()

  for (const order of ['1', '2']) {
    await haat('orders', 'invoice', order)
    expect(readFileSync(join(folder, `invoice-${order}.pdf`), 'latin1')).toMatch(/^%PDF-/)
  }
  const report = JSON.parse(await haat('report', 'gst', '--month', '2026-03', '--format', 'json'))
  const [pune, bengaluru] = [{ place_of_supply: '27-Maharashtra' }, { place_of_supply: '29-Karnataka' }]
  expect(report).toMatchObject({
    b2c: [
      { ...pune, rate: 5, amount: 1256.94, taxable: 1197.09, cgst: 0, sgst: 0, igst: 59.85 },
      { ...pune, rate: 18, amount: 2732.66, taxable: 2315.81, cgst: 0, sgst: 0, igst: 416.85 },
      { ...bengaluru, rate: 5, amount: 679, taxable: 646.66, cgst: 16.17, sgst: 16.17, igst: 0 },
    ],
    documents: [{ kind: 'tax_invoice', issued: 2, cancelled: 0 }],
    total: { amount: 4668.6, taxable: 4159.56, cgst: 16.17, sgst: 16.17, igst: 476.7 },
    not_invoiced: [],
  })
  const sales = await haat('report', 'sales', '--month', '2026-03')
  expect(sales).toMatch(
    /^2026-03-14 +2 +6 +₹4,902\.00 +₹331\.40 +₹98\.00 +₹4,668\.60 +₹0\.00 +₹4,668\.60 +₹0\.00$/m,
  )
})
