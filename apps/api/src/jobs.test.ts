import { readdirSync } from 'node:fs'
import { expect, it, onTestFinished, vi } from 'vitest'
import { aCustomer } from '../test/factories.ts'
import { shopForThisTest } from '../test/test-shop.ts'
import { enqueuePasswordChangedMail } from './features/auth/account-mails.ts'
import { startJobs } from './jobs.ts'

it('deletes expired rows, sends mails, and stops', async () => {
  const test = await shopForThisTest()
  const { db } = test.shop
  const now = test.shop.now()
  const { id: user_id } = await aCustomer(test)
  await db.transaction(async (tx) => {
    const { otps, rate_limits } = tx.tables
    await tx
      .insert(otps)
      .values({ email_hash: 'x', code_hash: 'x', is_mailed: true, expires_at: now, tries_left: 5 })
    await tx.insert(rate_limits).values({ key: 'x', requests: 1, resets_at: now })
    await enqueuePasswordChangedMail(tx, user_id, 1, now)
  })
  test.clock.advance(86_400)
  const fresh = await aCustomer(test)

  const report = vi.spyOn(test.shop.log, 'error')
  const stop = startJobs(test.shop)
  onTestFinished(stop)
  await vi.waitFor(() => expect(test.mail.messages).toHaveLength(1), 30_000)
  await vi.waitFor(async () => expect(await db.select().from(db.tables.rate_limits)).toEqual([]), 30_000)
  await stop()
  expect(await db.select().from(db.tables.otps)).toEqual([])
  expect(await db.select().from(db.tables.sessions)).toMatchObject([{ sid: fresh.sid }])
  expect(report).not.toHaveBeenCalled()
})

it('renders pictures ahead', async () => {
  const test = await shopForThisTest({ PICTURES_AHEAD: 'on' })
  const { originals, sizes } = test.shop.media
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z" fill="#c33"/></svg>'
  await originals.write('first.svg', Buffer.from(drawing))
  onTestFinished(startJobs(test.shop, test.app.pictures))
  await vi.waitFor(
    async () => expect(readdirSync(sizes).filter((name) => name.startsWith('first-'))).toHaveLength(4),
    30_000,
  )
})
