/** A test shop with QA tools, which move its clock, and with the built-in inbox. */
import { onTestFinished } from 'vitest'
import { buildApp } from '../src/app.ts'
import { Clock } from '../src/clock.ts'
import type { Shop } from '../src/shop.ts'
import { openInbox } from '../src/adapters/mail.ts'
import { openSms } from '../src/adapters/sms.ts'
import { callers, openShopWithoutServer, START, type TestShop } from './test-shop.ts'

export interface DevShop extends Omit<TestShop, 'clock'> {
  clock: TestShop['clock']
  /** The clock that the tools move. */
  time: Clock
}

/** A shop for one test. Its clock is frozen at `START` until a tool moves it. */
export async function devShopForThisTest(env: Record<string, string> = {}): Promise<DevShop> {
  const { close, ...test } = await openShopWithoutServer({ HAAT_DEV: '1', ...env })
  const time = new Clock()
  time.freeze()
  time.set(START)
  const inbox = openInbox(time.now)
  const mail = {
    inbox,
    post: inbox.receive,
    deliver: async (message: Parameters<typeof inbox.receive>[0]) => inbox.receive(message),
  }
  const shop: Shop = { ...test.shop, now: time.now, mail, sms: openSms(test.shop.config, mail) }
  const app = await buildApp(shop, { clock: time })
  await app.ready()
  onTestFinished(() => close(app))
  const clock = Object.assign(test.clock, { now: time.now })
  return { ...test, ...callers(app), shop, app, clock, time, close: () => close(app) }
}
