/** `haat settings`. */
import { otherStateOfGstin, sellerMismatch } from '@haat/contract/gstin'
import { stateOfCode } from '@haat/contract/indian-states'
import type { AllSettings } from '@haat/contract/settings'
import type { Command } from 'commander'
import { offeredPayments } from '../../features/settings/offered-payments.ts'
import { readSettings, writeSettings } from '../../features/settings/settings.store.ts'
import { shownSettings } from '../../features/settings/shop-texts.ts'
import type { Shop } from '../../shop.ts'
import { addCommand } from '../../merchant/command.ts'
import { UserError } from '../../merchant/user-error.ts'
import { settingAt, withTyped } from './typed-setting.ts'

const SET_HELP = `A list is separated by commas. See the names of all settings with haat settings get. The service boxes, info cards,
seller_label and copyright follow the other settings until you write your own; none brings those texts back.

Examples:
  haat settings set delivery.charge 49
  haat settings set contact.phones "98450 12345, 080 4567 8900"
  haat settings set limits.cod_order_value 20000
  haat settings set seller.gstin none`

export function registerSettings(program: Command): void {
  const settings = program.command('settings').description("read and change the shop's settings")
  addCommand(settings, {
    name: 'get',
    description: 'print all settings, or one of them; amounts in rupees',
    args: { '[setting]': 'a setting such as delivery.charge, or a group such as delivery' },
    help: 'Examples:\n  haat settings get\n  haat settings get delivery',
    run: async ({ db, now }, _, path?: string) => ({
      path,
      value: settingAt(shownSettings(await readSettings(db), now()), path),
    }),
    text: ({ path = '', value }) =>
      typeof value === 'object' ? settingLines(path, value).join('\n') : plainText(value),
    json: ({ value }) => value,
  })
  addCommand(settings, {
    name: 'set',
    description: 'change one setting; amounts in rupees',
    args: { '<setting>': 'such as delivery.charge', '<value>': 'its new value; none removes it' },
    help: SET_HELP,
    run: async (shop, _, path, text) => ({ path, ...(await changeSetting(shop, path, text)) }),
    text: ({ path, value, notice }) => [...settingLines(path, value), ...(notice ? [notice] : [])].join('\n'),
  })
}

const NO_WAY_TO_PAY = 'The shop now offers no way to pay, and takes no orders.'

/**
 * Changes one setting to what a merchant typed.
 *
 * @returns its new value, in rupees, and what does not fit together now
 * @throws UserError
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
      throw new UserError(`${mismatch} Nothing was changed.`)
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

/** A value as `haat settings set` takes it. */
const plainText = (value: unknown): string =>
  value === null ? 'none' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)

/** A line per setting, as `haat settings set` takes it. */
export function settingLines(path: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [`${path} = ${plainText(value)}`]
  if (Array.isArray(value)) {
    const isPlain = value.every((part) => typeof part !== 'object')
    return [`${path} = ${isPlain ? value.join(', ') : JSON.stringify(value)}`]
  }
  return Object.entries(value).flatMap(([key, part]) => settingLines(path ? `${path}.${key}` : key, part))
}
