import type { Shop } from '../../shop.ts'
import { isInitialised, markInitialised } from './shop-state.store.ts'
import { storePage, writeSettings } from '../../features/settings/settings.store.ts'
import { type Answers, firstPages, firstSettings } from './first-settings.ts'

/**
 * Makes an empty, real shop, which no start fills with the demo.
 *
 * @returns false, with nothing written, when there is a shop already
 */
export async function setUpShop({ db, now }: Pick<Shop, 'db' | 'now'>, answers: Answers): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (await isInitialised(tx)) return false
    await writeSettings(tx, firstSettings(answers, now().getFullYear()))
    for (const page of firstPages(answers)) await storePage(tx, page)
    await markInitialised(tx, now())
    return true
  })
}
