/** `haat init` and `haat settings`. */
import { Email } from '@haat/contract/auth'
import { findState, stateOfCode } from '@haat/contract/indian-states'
import { parseAmount, toRupees } from '@haat/contract/money'
import { LIMITS } from '@haat/contract/rules'
import { ShopSettings } from '@haat/contract/settings'
import type { Command } from 'commander'
import * as z from 'zod/mini'
import { faultOfGstin } from '../../features/invoices/gst.ts'
import { NEW_SHOP_LIMITS } from '../../features/settings/default-settings.ts'
import { isInitialised, readSettings, writeSettings } from '../../features/settings/settings.store.ts'
import { parseRupees } from '../arguments.ts'
import { print, withNewShop, withShop } from '../command.ts'
import { UserError } from '../user-error.ts'
import { type Answers, setUpShop } from './set-up-shop.ts'

interface Question {
  flag: string
  option: string
  /** Shown in the help and as the prompt. */
  label: string
  example: string
  /** The answer if none is given. */
  fallback: (answers: Texts) => string
  /** The error in an answer, such as `must not be empty`, or null. */
  fault?: (text: string) => string | null
}
type Texts = Record<keyof Answers, string>

const email = (text: string): string | null =>
  text === '' || Email.safeParse(text).success ? null : 'must be an e-mail address'
const amountFault = (text: string): string | null =>
  parseAmount(text) === null ? 'must be an amount in rupees' : null

const NO_LIMIT = 'none'
const isWhole = (text: string, max: number): boolean => /^[1-9]\d{0,3}$/.test(text) && Number(text) <= max

/** In the order of the prompts. */
const QUESTIONS: Record<keyof Answers, Question> = {
  shop_name: {
    flag: '--name',
    option: '<text>',
    label: 'Name of the shop',
    example: 'Meera Stores',
    fallback: () => 'My Shop',
    fault: (text) => (text === '' ? 'must not be empty' : null),
  },
  legal_name: {
    flag: '--legal-name',
    option: '<text>',
    label: 'Legal name of the seller',
    example: 'Meera Stores Private Limited',
    fallback: ({ shop_name }) => shop_name,
  },
  address: {
    flag: '--address',
    option: '<text>',
    label: 'Address of the seller, with pincode',
    example: '14, Residency Road, Bengaluru 560025',
    fallback: () => '',
  },
  state: {
    flag: '--state',
    option: '<name>',
    label: 'State of the seller',
    example: 'Karnataka',
    fallback: ({ gstin }) => stateOfCode(gstin?.slice(0, 2) ?? '')?.name ?? '',
    fault: (text) => (text === '' || findState(text) ? null : 'must be a state or union territory of India'),
  },
  gstin: {
    flag: '--gstin',
    option: '<number>',
    label: 'GSTIN of the seller (empty if not registered for GST)',
    example: '29ABCDE1234F1Z5',
    fallback: () => '',
    fault: (text) => (text === '' ? null : faultOfGstin(text.toUpperCase())),
  },
  email: {
    flag: '--email',
    option: '<address>',
    label: 'E-mail address for customers',
    example: 'help@meera.example',
    fallback: () => '',
    fault: email,
  },
  phone: {
    flag: '--phone',
    option: '<number>',
    label: 'Phone number for customers (may be empty)',
    example: '+91 98450 12345',
    fallback: () => '',
  },
  grievance_officer: {
    flag: '--grievance-officer',
    option: '<name>',
    label: 'Name of the grievance officer, required by law',
    example: 'Meera Krishnan',
    fallback: () => '',
  },
  grievance_email: {
    flag: '--grievance-email',
    option: '<address>',
    label: 'E-mail address of the grievance officer',
    example: 'complaints@meera.example',
    fallback: ({ email }) => email ?? '',
    fault: email,
  },
  delivery_charge: {
    flag: '--delivery-charge',
    option: '<rupees>',
    label: 'Delivery charge in rupees',
    example: '49',
    fallback: () => '49',
    fault: amountFault,
  },
  free_above: {
    flag: '--free-above',
    option: '<rupees>',
    label: 'Order value in rupees above which delivery is free',
    example: '999',
    fallback: () => '999',
    fault: amountFault,
  },
  pieces_per_line: {
    flag: '--pieces-per-line',
    option: '<number>',
    label: 'Pieces of one product that a customer may order at once',
    example: '10',
    fallback: () => String(NEW_SHOP_LIMITS.pieces_per_line),
    fault: (text) =>
      isWhole(text, LIMITS.line_quantity) ? null : `must be a whole number from 1 to ${LIMITS.line_quantity}`,
  },
  open_cod_orders: {
    flag: '--open-cod-orders',
    option: '<number>',
    label: 'Undelivered cash on delivery orders per customer (or: none)',
    example: '3',
    fallback: () => String(NEW_SHOP_LIMITS.open_cod_orders),
    fault: (text) =>
      text === NO_LIMIT || isWhole(text, 1000) ? null : 'must be a whole number from 1 to 1000, or none',
  },
  cod_order_value: {
    flag: '--cod-order-value',
    option: '<rupees>',
    label: 'Highest value of a cash on delivery order in rupees (or: none)',
    example: '50000',
    fallback: () => String(toRupees(NEW_SHOP_LIMITS.cod_order_value ?? 0)),
    fault: (text) => (text === NO_LIMIT ? null : amountFault(text)),
  },
  verified_contact: {
    flag: '--verified-contact',
    option: '<yes|no>',
    label: 'Must customers verify their e-mail address before they order (yes or no)',
    example: 'yes',
    fallback: () => (NEW_SHOP_LIMITS.verified_contact ? 'yes' : 'no'),
    fault: (text) => (['yes', 'no'].includes(text) ? null : 'must be yes or no'),
  },
}

export function registerInit(program: Command): void {
  const init = program
    .command('init')
    .description('set up an empty shop, without demo data')
    .option('--yes', 'do not ask; answers that are not given stay empty, and haat doctor reports them')
  for (const { flag, option, label } of Object.values(QUESTIONS)) init.option(`${flag} ${option}`, label)
  init
    .addHelpText(
      'after',
      '\nExamples:\n  haat init\n  haat init --yes --name "Meera Stores" --state Karnataka --email help@meera.example',
    )
    .action(async (options: Record<string, string | boolean | undefined>) => {
      await withNewShop(async (shop) => {
        if (await isInitialised(shop.db)) throw alreadySetUp(shop.config.dataDir)
        const answers = answersOf(await collect(options))
        if (!(await setUpShop(shop, answers))) throw alreadySetUp(shop.config.dataDir)
        console.log(
          `${answers.shop_name} is set up, without products. Next:\n  haat import products.csv   import your catalogue\n  haat doctor                check what is missing\n  npm start                  open the shop`,
        )
      })
    })
}

const alreadySetUp = (dataDir: string) =>
  new UserError(`${dataDir} already holds a shop. Set DATA_DIR to another folder.`)

const camel = (flag: string): string =>
  flag.slice(2).replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Uses the given options and asks for the others, unless `--yes` is given. */
async function collect(options: Record<string, string | boolean | undefined>): Promise<Texts> {
  const interactive = options['yes'] !== true && process.stdin.isTTY && process.stdout.isTTY
  if (!interactive && options['yes'] !== true)
    throw new UserError('haat init needs a terminal for its questions. Without one, add --yes.')
  const answers = {} as Texts
  const entries = Object.entries(QUESTIONS) as [keyof Answers, Question][]
  for (const [name, question] of entries) {
    const given = options[camel(question.flag)]
    if (typeof given === 'string') answers[name] = validated(question, given.trim())
    else answers[name] = interactive ? await prompt(question, answers) : question.fallback(answers)
  }
  return answers
}

function validated({ flag, fault }: Question, text: string): string {
  const wrong = fault?.(text)
  if (wrong) throw new UserError(`${flag} ${wrong}.`)
  return text
}

async function prompt({ label, example, fallback, fault }: Question, answers: Texts): Promise<string> {
  const { isCancel, text } = await import('@clack/prompts')
  const initialValue = fallback(answers)
  const answer = await text({
    message: label,
    placeholder: example,
    initialValue,
    validate: (value) => fault?.((value ?? '').trim()) ?? undefined,
  })
  if (isCancel(answer)) throw new UserError('Nothing was set up.')
  return (answer ?? '').trim()
}

function answersOf(texts: Texts): Answers {
  return {
    ...texts,
    gstin: texts.gstin.toUpperCase(),
    state: findState(texts.state)?.name ?? stateOfCode(texts.gstin.slice(0, 2))?.name ?? texts.state,
    delivery_charge: parseRupees(texts.delivery_charge, '--delivery-charge'),
    free_above: parseRupees(texts.free_above, '--free-above'),
    pieces_per_line: Number(texts.pieces_per_line),
    open_cod_orders: texts.open_cod_orders === NO_LIMIT ? null : Number(texts.open_cod_orders),
    cod_order_value:
      texts.cod_order_value === NO_LIMIT ? null : parseRupees(texts.cod_order_value, '--cod-order-value'),
    verified_contact: texts.verified_contact === 'yes',
  }
}

type Json = Record<string, unknown>

export function registerSettings(program: Command): void {
  const settings = program.command('settings').description("read and change the shop's settings")

  settings
    .command('get')
    .description('print all settings, or one of them; amounts in rupees')
    .argument('[path]', 'such as delivery.charge')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  haat settings get delivery')
    .action(async (path: string | undefined, options: { json?: boolean }) => {
      const value = await withShop(async ({ db }) =>
        valueAt(z.encode(ShopSettings, await readSettings(db)) as Json, path),
      )
      print(value, options.json, (setting) =>
        typeof setting === 'string' ? setting : JSON.stringify(setting, null, 2),
      )
    })

  settings
    .command('set')
    .description('change one setting; amounts in rupees')
    .argument('<path>', 'such as delivery.charge')
    .argument('<value>', 'JSON, or plain text')
    .addHelpText(
      'after',
      '\nExamples:\n  haat settings set delivery.charge 49\n  haat settings set limits.cod_order_value 20000\n  haat settings set showcase null',
    )
    .action(async (path: string, text: string) => {
      await withShop(({ db }) =>
        db.transaction(async (tx) => {
          const current = z.encode(ShopSettings, await readSettings(tx)) as Json
          await writeSettings(tx, parseSettings(withValue(current, path.split('.'), parseValue(text))))
        }),
      )
      console.log(`Changed ${path}.`)
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
  if (typeof inner !== 'object' || inner === null) throw new UserError(`The setting "${key}" has no parts.`)
  return { ...settings, [key]: withValue(inner as Json, rest, value) }
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function parseSettings(settings: Json): ShopSettings {
  const parsed = z.safeDecode(ShopSettings, settings as never)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new UserError(`${issue?.path.join('.')}: ${issue?.message}`)
}
