import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { ENTRY_HEADER } from '@haat/contract/staff/session'
import { expect, it } from 'vitest'
import { aProduct } from '../../../test/factories.ts'
import { atTheDesk, placeOrder } from '../../../test/desk.ts'
import { aShopper, item } from '../../../test/shopper.ts'
import { shopForThisTest } from '../../../test/test-shop.ts'
import { updateCustomer } from '../../features/auth/customer.store.ts'
import { hashPassword } from '../../features/auth/password.ts'
import { findItems, updateOrder } from '../../features/orders/orders.store.ts'
import { insertPhoto, insertRequest } from '../../features/returns/return-requests.store.ts'
import { postgresKit } from '../../db/schema/kit.postgres.ts'
import { defineTables, type Tables } from '../../db/schema.ts'
import { KEPT } from './privacy.store.ts'
import { rule } from '../../../test/rule.ts'

it('erases a customer: nothing personal is left but the papers of the order, and the owner alone may', async () => {
  const test = await shopForThisTest()
  await aProduct(test, {}, [{ sku: 'SHIRT', stock: 5 }])
  const [owner, manager] = [await atTheDesk(test), await atTheDesk(test, 'manager')]
  const address = { street: '4 Beach Road', city: 'Kochi', state: 'Kerala', pin: '682001' }
  const asked = {
    item: ['SHIRT'],
    name: 'Meena Pillai',
    phone: '9847012345',
    email: 'meena@home.in',
    ...address,
  }
  const { id: order } = (await owner.call('POST', '/api/desk/orders', asked)).json()
  const desk = '/api/desk/customers'
  const { id } = (await owner.call('GET', `${desk}/9847012345`)).json()
  await owner.call('POST', `${desk}/${id}/notes`, { text: 'Meena rings twice' })
  await owner.call('PATCH', `${desk}/meena@home.in`, { set: { tags: 'Pune, vip', phone: '9847099999' } })
  await owner.call('POST', `${desk}/meena@home.in/reset-password`, {})
  const file = await owner.call('GET', `${desk}/${id}/data`)
  expect(file.body).toMatch(/Meena Pillai[^]*meena@home\.in[^]*4 Beach Road[^]*Meena rings twice/)
  expect(file.body).not.toContain('argon2')
  const orders = '/api/desk/orders'
  await owner.call('POST', `${orders}/${order}/notes`, { text: 'Her sister has 98470 11111' })
  await owner.call('POST', `${orders}/${order}/address`, { street: '5 Beach Road' })
  const undone = async (path: string, payload: object) => {
    const reply = await owner.call('POST', path, payload)
    const undo = `/api/desk/audit/${String(reply.headers[ENTRY_HEADER])}/undo`
    expect((await owner.call('POST', undo, {})).statusCode).toBe(200)
  }
  await undone(`${orders}/${order}/notes`, { text: 'Not Meena at all' })
  await undone(`${desk}/${id}/notes`, { text: 'Meena owes us a call' })
  await undone(`${orders}/process`, { orders: [String(order)], note: 'Meena asked to hurry' })
  await test.shop.db.transaction((tx) => updateOrder(tx, order, { customer_note: 'Meena rings twice' }))
  const erase = () => owner.call('POST', `${desk}/${id}/erase`, { yes: true })
  expect((await manager.call('POST', `${desk}/${id}/erase`, { yes: true })).statusCode).toBe(403)
  expect((await erase()).json().message).toContain('open order')
  const other = await placeOrder(test)
  const both = [order, other].map(String)
  await owner.call('POST', `${orders}/ship`, {
    orders: both,
    courier: 'DTDC',
    note: 'Meena waits at the gate',
  })
  await owner.call('POST', `${orders}/deliver`, { orders: [String(order)] })
  const photo = join(test.shop.config.dataDir, 'media/r-1.webp')
  mkdirSync(dirname(photo), { recursive: true })
  writeFileSync(photo, 'x')
  const request = await test.shop.db.transaction(async (tx) => {
    const [bought] = await findItems(tx, [order])
    const row = { order_id: order, wish: 'refund', reason: 'size', requested_at: test.shop.now() } as const
    const words = { comment: 'Meena is small', refund_upi: 'meena@okbank' }
    const made = await insertRequest(tx, { ...row, ...words }, [{ order_item_id: bought!.id, quantity: 1 }])
    await insertPhoto(tx, made, '/media/r-1.webp')
    return made
  })
  expect((await erase()).json().message).toContain('1 open return')
  await owner.call('POST', `/api/desk/returns/${request}/refuse`, { reason: 'Worn, Meena' })
  expect((await owner.call('GET', `${desk}/${id}/data`)).body).toMatch(
    /waits at the gate[^]*Her sister has[^]*Meena is small/,
  )
  expect((await erase()).json()).toEqual({ customer: id, erased: true })
  expect(existsSync(photo)).toBe(false)
  const timeline = async (id: number) =>
    JSON.stringify((await owner.call('GET', `${orders}/${id}`)).json().events)
  expect(await timeline(order)).not.toContain('gate')
  expect(await timeline(other)).toContain('gate')
  const { order_events } = test.shop.db.tables
  await test.shop.db.transaction((tx) =>
    tx.update(order_events).set({ note: null }).where(eq(order_events.order_id, other)),
  )
  const personal = /meena|98470|beach road|rings twice/i
  const left: string[] = []
  for (const [name, table] of Object.entries(test.shop.db.tables)) {
    const rows = await test.shop.db.select().from(table as Tables['users'])
    if (personal.test(JSON.stringify(rows))) left.push(name)
  }
  expect(left).toEqual(['orders'])
  const { tables } = test.shop.db
  const [kept] = await test.shop.db.select().from(tables.orders).where(eq(tables.orders.id, order))
  expect(kept).toMatchObject({ id: order, customer_note: null })
  expect((await owner.call('GET', `/api/desk/orders/${order}`)).json()).toMatchObject({
    shipping_name: 'Meena Pillai',
    customer: { name: 'Erased customer', email: '', phone_number: '' },
  })
})

it('hands a customer what is kept, without the notes of the staff, and deletes the account', async () => {
  const test = await shopForThisTest()
  const product = await aProduct(test, {}, [{ sku: 'SHIRT', stock: 5 }])
  const { customer, get, place, order } = await aShopper(test)
  const { token } = customer
  const password = 'Lamp-rope-6'
  const password_hash = await hashPassword(password)
  await test.shop.db.transaction((tx) => updateCustomer(tx, customer.id, { password_hash }))
  const { order_id } = (await place(order([item(product)], 599)).expect(201)).body
  const owner = await atTheDesk(test)
  await owner.call('POST', `/api/desk/orders/${order_id}/notes`, { text: 'A difficult one' })
  const file = await get('/api/users/data').expect(200)
  expect(file.headers['content-disposition']).toContain(`customer-${customer.id}.json`)
  expect(JSON.parse(file.text)).toMatchObject({
    profile: { email: customer.email },
    orders: [{ id: order_id }],
  })
  expect(file.text).not.toContain('difficult')
  expect(JSON.parse(file.text).sessions[0]).not.toHaveProperty('sid')
  const erase = (password: string) => test.post('/api/users/erase', { password }, token)
  await erase('wrong-pass').expect(400)
  expect((await erase(password).expect(409)).body.message).toMatch(/^You still have open orders\./)
  await test.post(`/api/orders/${order_id}/cancel`, {}, token).expect(200)
  await erase(password).expect(200)
  await get('/api/users/profile').expect(401)
  await test.post('/api/auth/login', { email: customer.email, password }).expect(401)
  const kept = await owner.call('GET', `/api/desk/orders/${order_id}`)
  expect(kept.statusCode).toBe(200)
})

rule('hands over the rows of every table that refers to customers', () => {
  const tables = defineTables(postgresKit)
  const ofCustomers = Object.values(tables)
    .map((table) => getTableConfig(table))
    .filter(({ foreignKeys }) => foreignKeys.some((key) => key.reference().foreignTable === tables.users))
    .map(({ name }) => name)
  expect(ofCustomers.toSorted()).toEqual(Object.keys(KEPT).toSorted())
})
