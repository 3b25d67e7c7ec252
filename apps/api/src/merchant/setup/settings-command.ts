/** `haat settings`. */
import { sellerMismatch } from '@haat/contract/gstin'
import { AllSettings } from '@haat/contract/settings'
import type { Command } from 'commander'
import * as z from 'zod/mini'
import { offeredPayments } from '../../features/settings/offered-payments.ts'
import { readSettings, writeSettings } from '../../features/settings/settings.store.ts'
import type { Shop } from '../../shop.ts'
import { print, withShop } from '../command.ts'
import { UserError } from '../user-error.ts'
import { followInPages, followTexts } from './set-up-shop.ts'
import { parseSetting } from './typed-setting.ts'

type Json = Record<string, unknown>

export function registerSettings(program: Command): void {
  const settings = program.command('settings').description("read and change the shop's settings")

  settings
    .command('get')
    .description('print all settings, or one of them; amounts in rupees')
    .argument('[setting]', 'a setting such as delivery.charge, or a group such as delivery')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  haat settings get\n  haat settings get delivery')
    .action(async (path: string | undefined, options: { json?: boolean }) => {
      const value = await withShop(async ({ db }) => valueAt(toJson(await readSettings(db)), path))
      print(value, options.json, (setting) =>
        typeof setting === 'object' ? settingLines(path ?? '', setting).join('\n') : plainText(setting),
      )
    })

  settings
    .command('set')
    .description('change one setting; amounts in rupees')
    .argument('<setting>', 'such as delivery.charge')
    .argument('<value>', 'its new value; none removes it')
    .addHelpText(
      'after',
      `
A list is separated by commas. See the names of all settings with haat settings get.

Examples:
  haat settings set delivery.charge 49
  haat settings set contact.phones "98450 12345, 080 4567 8900"
  haat settings set limits.cod_order_value 20000
  haat settings set seller.gstin none`,
    )
    .action(async (path: string, text: string) => {
      const { value, notice } = await withShop((shop) => changeSetting(shop, path, text))
      console.log(settingLines(path, value).join('\n'))
      if (notice !== null) console.log(notice)
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
    const before = await readSettings(tx)
    const current = toJson(before)
    valueAt(current, path)
    const typed = parseSetting(path, text)
    if ('fault' in typed) throw new UserError(typed.fault)
    const changed = z.decode(AllSettings, withValue(current, path.split('.'), typed.value) as never)
    await writeSettings(tx, followTexts(before, changed))
    await followInPages(tx, before, changed, { pay, now })
    const mismatch = path.startsWith('seller.') ? sellerMismatch(changed.seller) : null
    const { cod, online } = offeredPayments(changed, pay !== null)
    const unpayable = path.startsWith('payments.') && !cod && !online ? NO_WAY_TO_PAY : null
    const notice = mismatch ?? unpayable
    return { value: valueAt(toJson(changed), path), notice: notice && `Note: ${notice}` }
  })
}

/** Settings as JSON: amounts in rupees. */
const toJson = (settings: AllSettings): Json => z.encode(AllSettings, settings)

function valueAt(settings: Json, path: string | undefined): unknown {
  let value: unknown = settings
  for (const key of path?.split('.') ?? []) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
      throw new UserError(`There is no setting "${path}". To list all, run: haat settings get`)
    value = (value as Json)[key]
  }
  return value
}

function withValue(settings: Json, [key = '', ...rest]: string[], value: unknown): Json {
  return { ...settings, [key]: rest.length === 0 ? value : withValue(settings[key] as Json, rest, value) }
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
