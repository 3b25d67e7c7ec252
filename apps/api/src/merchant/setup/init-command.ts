/** `haat init`: what each setting takes is in the contract, what Enter takes is here. */
import { pinCodeIn, sellerMismatch } from '@haat/contract/gstin'
import { stateOfCode, statesOfPin } from '@haat/contract/indian-states'
import { formatShortRupees } from '@haat/contract/money'
import { SETTING_FIELDS, type SettingPath } from '@haat/contract/setting-fields'
import type { AllSettings } from '@haat/contract/settings'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import type { Config } from '../../config.ts'
import { NEW_SETTINGS } from '../../features/settings/default-settings.ts'
import {
  isInitialised,
  markInitialised,
  readSettings,
  writeSettings,
} from '../../features/settings/settings.store.ts'
import { newOwnerLink } from '../../features/staff/links.ts'
import { PACKAGE } from '../../package-folder.ts'
import type { Shop } from '../../shop.ts'
import { withNewShop } from '../command.ts'
import { UserError } from '../user-error.ts'
import { parseSetting, withTyped } from '../../acts/settings/typed-setting.ts'

const YES_HELP = `
Proposed answers: the legal name is the shop's name; the state is that of the GSTIN or the PIN code; complaints
go to the e-mail address for customers; --delivery-charge 49, --free-above 999, --cash-on-delivery yes,
--return-days none.
With --yes, other answers that you do not give stay empty, and haat doctor reports them.

Examples:
  haat init
  haat init --yes --name "Meera Stores" --state Karnataka --email help@meera.in`

/** What was typed, by setting; empty where there is no answer. */
type Texts = Partial<Record<SettingPath, string>>

interface Question {
  /** The option that answers it. */
  flag: string
  /** What the question adds to the name of the setting, and what the help of the option adds to it. */
  hint?: string
  help?: string
  /** What Enter takes: an empty text leaves the answer out; without it, the question needs an answer. */
  fallback?: (texts: Texts) => string | undefined
  /** What contradicts the answers before. */
  contradiction?: (value: string, texts: Texts) => string | null
}

/** In the order of the prompts. */
const QUESTIONS: Partial<Record<SettingPath, Question>> = {
  shop_name: { flag: '--name <text>' },
  'seller.legal_name': { flag: '--legal-name <text>', fallback: ({ shop_name }) => shop_name },
  'seller.address': { flag: '--address <text>' },
  'seller.gstin': {
    flag: '--gstin <number>',
    hint: ' (Enter if the business is not registered for GST)',
    help: '; leave out if the business is not registered for GST',
    fallback: () => '',
  },
  'seller.state': {
    flag: '--state <name>',
    fallback: ({ 'seller.gstin': gstin = '', 'seller.address': address = '' }) =>
      (stateOfCode(gstin.trim().slice(0, 2)) ?? statesOfPin(pinCodeIn(address))[0])?.name,
    contradiction: (state, { 'seller.gstin': gstin = '', 'seller.address': address = '' }) =>
      sellerMismatch({ gstin: gstin.trim(), state, address }),
  },
  'contact.emails': { flag: '--email <address>' },
  'contact.phones': {
    flag: '--phone <number>',
    hint: ' (Enter for none)',
    help: '; leave out if there are none',
    fallback: () => '',
  },
  'seller.grievance_officer': { flag: '--grievance-officer <name>' },
  'seller.grievance_email': {
    flag: '--grievance-email <address>',
    fallback: ({ 'contact.emails': emails = '' }) => emails.split(/[,;]/)[0]?.trim(),
  },
  'delivery.charge': { flag: '--delivery-charge <rupees>', fallback: () => '49' },
  'delivery.free_above': { flag: '--free-above <rupees>', fallback: () => '999' },
  'delivery.areas': {
    flag: '--deliver-to <areas>',
    hint: ' (none = all of India)',
    help: '; without a GSTIN its own state, since sales to others need one; none for all of India',
    fallback: ({ 'seller.gstin': gstin, 'seller.state': state }) => (gstin ? '' : state),
  },
  'payments.cod': { flag: '--cash-on-delivery <yes|no>', fallback: () => 'yes' },
  return_days: { flag: '--return-days <days>', fallback: () => 'none' },
}

const questions = Object.entries(QUESTIONS) as [SettingPath, Question][]

export function registerInit(program: Command): void {
  const init = program
    .command('init')
    .description('set up an empty shop, without demo data')
    .option('--yes', 'ask nothing, and use the proposed answers for what you do not give: see below')
  const options = questions.map(([path, { flag, help = '' }]) => {
    const option = new Option(flag, SETTING_FIELDS[path].label + help)
    init.addOption(option)
    return [path, option.attributeName()] as const
  })
  init.addHelpText('after', YES_HELP).action(async (given: Record<string, string> & { yes?: true }) => {
    const texts = Object.fromEntries(options.map(([path, name]) => [path, given[name]?.trim()]))
    await withNewShop(async (shop) => {
      if (await isInitialised(shop.db)) throw await alreadySetUp(shop)
      const settings = settingsOf(await collect(texts, given.yes !== true))
      if (!(await setUpShop(shop, settings))) throw await alreadySetUp(shop)
      console.log(nextSteps(settings, shop.config, await newOwnerLink(shop)))
    })
  })
}

/**
 * Sets up an empty shop, which the server does not fill with the demo.
 *
 * @returns false, with nothing written, when the shop has been set up before
 */
export async function setUpShop(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  settings: AllSettings,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (await isInitialised(tx)) return false
    await writeSettings(tx, settings)
    await markInitialised(tx, now())
    return true
  })
}

async function alreadySetUp({ db, config }: Shop): Promise<UserError> {
  const { shop_name } = await readSettings(db)
  return new UserError(
    `${config.dataDir} already holds the shop ${shop_name}. To correct an answer, use haat settings set (haat settings get lists all settings). For another shop, set DATA_DIR to another folder.`,
  )
}

const shellWord = (path: string): string => (/^[\w./-]+$/.test(path) ? path : JSON.stringify(path))

function nextSteps(
  { shop_name, payments, limits }: AllSettings,
  { dataDir, smtpUrl }: Config,
  ownerLink: string | null,
): string {
  const { pieces_per_line, open_cod_orders, cod_order_value, verified_contact } = limits
  return [
    `${shop_name} is set up, without products. Next:`,
    '  haat import products.csv   import your catalogue',
    '  haat doctor                check what is missing',
    'To open the shop to customers, unless its server runs already:',
    `  cd ${shellWord(resolve(PACKAGE, '../..'))}`,
    `  NODE_ENV=production DATA_DIR=${shellWord(dataDir)} npm start`,
    'docs/running-in-production.md describes TLS, mail and backups.',
    ownerLink &&
      `This link makes you the owner at its desk, once, within 48 hours; each start of the server prints a new one:\n  ${ownerLink}`,
    `A customer may order ${pieces_per_line} pieces of a product, have ${open_cod_orders} open cash on delivery orders of up to ${formatShortRupees(cod_order_value ?? 0)}, and must verify the e-mail address first. To change that: haat settings get limits`,
    !payments.cod && 'Without cash on delivery, customers can order only with a payment provider in PAYMENT.',
    verified_contact &&
      smtpUrl === null &&
      'Nobody can place a first order yet: it needs a code by e-mail. Set SMTP_URL for the server, or run: haat settings set limits.verified_contact=no',
  ]
    .filter(Boolean)
    .join('\n')
}

/** Checks the given answers, and asks for the others or takes what is proposed for them. */
async function collect(given: Texts, asks: boolean): Promise<Texts> {
  if (asks && !(process.stdin.isTTY && process.stdout.isTTY))
    throw new UserError('haat init needs a terminal for its questions. Without one, add --yes.')
  if (asks) console.log('Enter takes the grey answer. Ctrl-C stops, and nothing is set up.\n')
  const texts: Texts = {}
  for (const [path, question] of questions) {
    const text = given[path]
    const fault = text === undefined ? null : faultOf(path, text, texts)
    if (fault !== null) throw new UserError(`${question.flag.split(' ')[0]}: ${fault}`)
    texts[path] = text ?? (asks ? await ask(path, question, texts) : (question.fallback?.(texts) ?? ''))
  }
  return texts
}

/** The sentence that says what is wrong with an answer, or null. */
function faultOf(path: SettingPath, text: string, texts: Texts): string | null {
  const typed = parseSetting(path, text)
  return 'fault' in typed
    ? typed.fault
    : (QUESTIONS[path]?.contradiction?.(String(typed.value), texts) ?? null)
}

async function ask(path: SettingPath, { hint = '', fallback }: Question, texts: Texts): Promise<string> {
  const { isCancel, text } = await import('@clack/prompts')
  const { label, example }: { label: string; example?: string } = SETTING_FIELDS[path]
  const taken = fallback?.(texts)
  const answer = await text({
    message: `${label}${hint}${example === undefined ? '' : `, for example ${example}`}`,
    ...(taken && { placeholder: taken, defaultValue: taken }),
    validate: (typed) => {
      const answer = typed?.trim() || taken
      if (answer === '') return undefined
      return answer === undefined
        ? (faultOf(path, '', texts) ?? 'This needs an answer.')
        : (faultOf(path, answer, texts) ?? undefined)
    },
  })
  if (isCancel(answer)) throw new UserError('Nothing was set up.')
  return (answer ?? '').trim()
}

/** The settings of a new shop with these answers. */
function settingsOf(texts: Texts): AllSettings {
  const given = Object.entries(texts).filter(([, text]) => text !== '')
  const settings = withTyped(NEW_SETTINGS, Object.fromEntries(given))
  const { seller, contact, shop_name, alerts } = settings
  return {
    ...settings,
    seller: { ...seller, legal_name: seller.legal_name || shop_name },
    contact: { ...contact, address: seller.address },
    alerts: { ...alerts, email: contact.emails[0] ?? null },
  }
}
