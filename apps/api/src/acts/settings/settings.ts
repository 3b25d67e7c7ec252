/** What a merchant can do with the shop's settings. */
import { otherStateOfGstin, sellerMismatch } from '@haat/contract/gstin'
import { stateOfCode } from '@haat/contract/indian-states'
import type { AllSettings } from '@haat/contract/settings'
import type { Staff } from '@haat/contract/staff/index'
import { offeredPayments } from '../../features/settings/offered-payments.ts'
import { readSettings, writeSettings } from '../../features/settings/settings.store.ts'
import { shownSettings } from '../../features/settings/shop-texts.ts'
import { badRequest } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import type { ActTable } from '../act-table.ts'
import { settingAt, withTyped } from './typed-setting.ts'

export const settingActs: ActTable<Staff['settings']> = {
  get: async ({ db, now }, { setting }) => settingAt(shownSettings(await readSettings(db), now()), setting),
  set: (shop, { setting, value }) => changeSetting(shop, setting, value),
  change: async (shop, { set }) => ({
    changed: Object.keys(set),
    notices: (await changeSettings(shop, set)).notices,
  }),
}

const NO_WAY_TO_PAY = 'The shop now offers no way to pay, and takes no orders.'

/** Changes one setting to what a merchant typed. @returns its new value, in rupees */
export async function changeSetting(
  shop: Pick<Shop, 'db' | 'now' | 'pay'>,
  path: string,
  text: string,
): Promise<{ value: unknown; notice: string | null }> {
  const { settings, notices } = await changeSettings(shop, { [path]: text })
  return { value: settingAt(settings, path), notice: notices[0] ?? null }
}

/**
 * Changes settings to what a merchant typed, all or none.
 *
 * @param typed by path
 * @returns the settings as shown, and what does not fit together now
 * @throws Failure
 */
export async function changeSettings(
  { db, now, pay }: Pick<Shop, 'db' | 'now' | 'pay'>,
  typed: Record<string, string>,
): Promise<{ settings: AllSettings; notices: string[] }> {
  const paths = Object.keys(typed)
  const isIn = (group: string): boolean => paths.some((path) => path.split('.')[0] === group)
  return db.transaction(async (tx) => {
    const changed = paths.reduce(
      (settings, path) => withStateOfGstin(withTyped(settings, path, typed[path] ?? ''), path),
      await readSettings(tx),
    )
    const mismatch = isIn('seller') ? sellerMismatch(changed.seller) : null
    if (mismatch !== null && otherStateOfGstin(changed.seller) !== null)
      throw badRequest(`${mismatch} Nothing was changed.`)
    await writeSettings(tx, changed)
    const { cod, online } = offeredPayments(changed, pay !== null)
    const unpayable = isIn('payments') && !cod && !online ? NO_WAY_TO_PAY : null
    const notices = [mismatch, unpayable].flatMap((notice) => (notice === null ? [] : [`Note: ${notice}`]))
    return { settings: shownSettings(changed, now()), notices }
  })
}

/** A new GSTIN brings its state along: the tax of every invoice follows from it. */
function withStateOfGstin(settings: AllSettings, path: string): AllSettings {
  const state = path === 'seller.gstin' && stateOfCode(settings.seller.gstin?.slice(0, 2) ?? '')
  return state ? { ...settings, seller: { ...settings.seller, state: state.name } } : settings
}
