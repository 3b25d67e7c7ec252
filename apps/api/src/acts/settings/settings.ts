/** What a merchant can do with the shop's settings. */
import { faultsOfColours } from '@haat/contract/brand'
import { otherStateOfGstin, sellerMismatch } from '@haat/contract/gstin'
import { stateOfCode } from '@haat/contract/indian-states'
import type { AllSettings } from '@haat/contract/settings'
import type { Staff } from '@haat/contract/staff/index'
import { offeredPayments } from '../../features/settings/offered-payments.ts'
import { readSettings, writeSettings } from '../../features/settings/settings.store.ts'
import { shownSettings } from '../../features/settings/shop-texts.ts'
import { badRequest } from '../../http/failure.ts'
import type { Shop } from '../../shop.ts'
import type { ActTable, Who } from '../act-table.ts'
import { isUploaded, storePictureFrom } from '../pictures/named-picture.ts'
import { setMail, showMail, testMail, testPayment } from './connections.ts'
import { isNothing, settingAt, withTyped } from './typed-setting.ts'

export const settingActs: ActTable<Staff['settings']> = {
  get: async ({ db, now }, { setting }) => settingAt(shownSettings(await readSettings(db), now()), setting),
  async set(shop, { set }, who) {
    const { settings, notices } = await changeSettings(shop, await withPictures(shop, set, who))
    return {
      values: Object.fromEntries(Object.keys(set).map((path) => [path, settingAt(settings, path)])),
      notices,
    }
  },
  payments: async ({ db, pay }) => {
    const { cod, providers } = offeredPayments(await readSettings(db), pay)
    const cash = { name: 'Cash on delivery', simulated: false, offered: cod, is_provider: false }
    return [
      cash,
      ...pay.all.map((provider) => ({
        ...{ name: provider.name, simulated: provider.simulated, is_provider: true },
        offered: providers.includes(provider),
      })),
    ]
  },
  test_payment: (shop, { name }) => testPayment(shop, name),
  mail: async (shop) => showMail(shop),
  set_mail: async (shop, account) => setMail(shop, account),
  forget_mail: async (shop) => setMail(shop, null),
  test_mail: (shop, { to }) => testMail(shop, to),
}

const NO_WAY_TO_PAY = 'The shop now offers no way to pay, and takes no orders.'

const PICTURES: readonly string[] = ['brand.logo', 'brand.logo_dark', 'brand.favicon']

/** Stores the pictures that a command names by their files, and looks whether those of an upload are there. */
async function withPictures(shop: Pick<Shop, 'media'>, set: Record<string, string>, { via }: Who) {
  const stored = { ...set }
  for (const [path, source] of Object.entries(set))
    if (PICTURES.includes(path) && (via === 'cli' || isUploaded(source)) && !isNothing(source))
      stored[path] = await storePictureFrom(shop, source)
  return stored
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
    const settled = withTyped(await readSettings(tx), typed)
    const isStateOpen = 'seller.gstin' in typed && !('seller.state' in typed)
    // A new GSTIN brings its state along: the tax of every invoice follows from it.
    const state = isStateOpen && stateOfCode(settled.seller.gstin?.slice(0, 2) ?? '')
    const changed = state ? { ...settled, seller: { ...settled.seller, state: state.name } } : settled
    const mismatch = isIn('seller') ? sellerMismatch(changed.seller) : null
    if (mismatch !== null && otherStateOfGstin(changed.seller) !== null)
      throw badRequest(`${mismatch} Nothing was changed.`)
    if (isIn('brand')) refuseColours(changed, paths)
    if (isIn('closed')) refuseDays(changed)
    await writeSettings(tx, changed)
    const { cod, online } = offeredPayments(changed, pay)
    const unpayable = isIn('payments') && !cod && !online ? NO_WAY_TO_PAY : null
    const notices = [mismatch, unpayable].flatMap((notice) => (notice === null ? [] : [`Note: ${notice}`]))
    return { settings: shownSettings(changed, now()), notices }
  })
}

/** @throws Failure for colours that customers cannot read; it names one that was changed */
function refuseColours({ brand }: AllSettings, paths: readonly string[]): void {
  const faults = faultsOfColours(brand.colours)
  if (faults.length === 0) return
  const errors = faults.map(({ part, message }) => ({ path: `brand.colours.${part}`, message }))
  const typed = errors.find(({ path }) => paths.includes(path)) ?? errors[0]!
  throw badRequest(typed.message, { errors })
}

/** @throws Failure when only one day is given, or the shop would open before it closes */
function refuseDays({ closed: { from, until } }: AllSettings): void {
  const refuse = (field: string, message: string) => {
    throw badRequest(message, { field })
  }
  if (until === null && from !== null) refuse('closed.until', 'Give the day on which the shop opens again.')
  if (from === null && until !== null)
    refuse('closed.from', 'Give the first day on which the shop is closed.')
  if (from !== null && until !== null && until <= from)
    refuse('closed.until', 'The shop opens again on a later day.')
}
