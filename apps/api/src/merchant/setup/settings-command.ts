/** `haat settings get|set`: the shop's settings by dotted path, in the wire's terms (rupees). */
import { ShopSettings } from '@haat/contract/settings'
import type { Command } from 'commander'
import * as z from 'zod/mini'
import { readSettings, writeSettings } from '../../features/settings/settings.store.ts'
import { print, withShop } from '../command.ts'
import { UserError } from '../user-error.ts'

type Json = Record<string, unknown>

export function registerSettings(program: Command): void {
  const settings = program.command('settings').description("read and change the shop's settings")

  settings
    .command('get')
    .argument('[path]', 'such as delivery.charge; all when left out')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  haat settings get delivery')
    .action(async (path: string | undefined, options: { json?: boolean }) => {
      const value = await withShop(async ({ db }) =>
        valueAt(z.encode(ShopSettings, await readSettings(db)) as Json, path),
      )
      print(value, options.json, (shown) =>
        typeof shown === 'string' ? shown : JSON.stringify(shown, null, 2),
      )
    })

  settings
    .command('set')
    .argument('<path>', 'such as delivery.charge')
    .argument('<value>', 'JSON, or plain text')
    .addHelpText(
      'after',
      '\nExamples:\n  haat settings set delivery.charge 49\n  haat settings set showcase null',
    )
    .action(async (path: string, text: string) => {
      await withShop(({ db }) =>
        db.transaction(async (tx) => {
          const current = z.encode(ShopSettings, await readSettings(tx)) as Json
          await writeSettings(tx, checked(withValue(current, path.split('.'), parseValue(text))))
        }),
      )
      console.log(`${path} is set.`)
    })
}

function valueAt(settings: Json, path: string | undefined): unknown {
  let value: unknown = settings
  for (const key of path?.split('.') ?? []) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) {
      throw new UserError(`There is no setting "${path}".`)
    }
    value = (value as Json)[key]
  }
  return value
}

function withValue(settings: Json, path: string[], value: unknown): Json {
  const [key = '', ...rest] = path
  if (!Object.hasOwn(settings, key)) throw new UserError(`There is no setting "${key}".`)
  const inner = settings[key]
  if (rest.length === 0) return { ...settings, [key]: value }
  if (typeof inner !== 'object' || inner === null) throw new UserError(`"${key}" has no parts.`)
  return { ...settings, [key]: withValue(inner as Json, rest, value) }
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function checked(settings: Json): ShopSettings {
  const parsed = z.safeDecode(ShopSettings, settings as never)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new UserError(`${issue?.path.join('.')}: ${issue?.message}`)
}
