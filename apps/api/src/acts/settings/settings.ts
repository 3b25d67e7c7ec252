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
}

const NO_WAY_TO_PAY = 'The shop now offers no way to pay, and takes no orders.'

/**
 * Changes one setting to what a merchant typed.
 *
 * @returns its new value, in rupees, and what does not fit together now
 * @throws Failure
 */
export async function changeSetting(
  { db, now, pay }: Pick<Shop, 'db' | 'now' | 'pay'>,
  path: string,
  text: string,
): Promise<{ value: unknown; notice: string | null }> {
  return db.transaction(async (tx) => {
    const [group] = path.split('.')
    const changed = withStateOfGstin(withTyped(await readSettings(tx), path, text), path)
    const mismatch = group === 'seller' ? sellerMismatch(changed.seller) : null
    if (mismatch !== null && otherStateOfGstin(changed.seller) !== null)
      throw badRequest(`${mismatch} Nothing was changed.`)
    await writeSettings(tx, changed)
    const { cod, online } = offeredPayments(changed, pay !== null)
    const unpayable = group === 'payments' && !cod && !online ? NO_WAY_TO_PAY : null
    const notice = mismatch ?? unpayable
    return { value: settingAt(shownSettings(changed, now()), path), notice: notice && `Note: ${notice}` }
  })
}

/** A new GSTIN brings its state along: the tax of every invoice follows from it. */
function withStateOfGstin(settings: AllSettings, path: string): AllSettings {
  const state = path === 'seller.gstin' && stateOfCode(settings.seller.gstin?.slice(0, 2) ?? '')
  return state ? { ...settings, seller: { ...settings.seller, state: state.name } } : settings
}
