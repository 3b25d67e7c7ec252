/** `haat init`. */
import { formatShortRupees } from '@haat/contract/money'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import * as z from 'zod/mini'
import { NEW_SHOP_LIMITS } from '../../features/settings/default-settings.ts'
import { isInitialised, readSettings } from '../../features/settings/settings.store.ts'
import type { Config } from '../../config.ts'
import { PACKAGE } from '../../package-folder.ts'
import type { Shop } from '../../shop.ts'
import { withNewShop } from '../command.ts'
import { UserError } from '../user-error.ts'
import { Answers, setUpShop } from './set-up-shop.ts'
import { LIMIT_QUESTIONS, type Name, type Question, QUESTIONS, type Texts } from './init-questions.ts'
import { readTyped } from './typed-setting.ts'

const ALL_QUESTIONS = { ...QUESTIONS, ...LIMIT_QUESTIONS }

type Options = Record<string, string | boolean | undefined>

const proposedLimits = Object.values(LIMIT_QUESTIONS)
  .map(({ flag, fallback }) => `${flag} ${fallback({})}`)
  .join(', ')

const YES_HELP = `
Proposed answers: the legal name is the shop's name; the state is that of the GSTIN or the PIN code; complaints
go to the e-mail address for customers; --delivery-charge 49, --free-above 999, --cash-on-delivery yes,
--return-days none, ${proposedLimits}.
With --yes, other answers that you do not give stay empty, and haat doctor reports them.

Examples:
  haat init
  haat init --yes --name "Meera Stores" --state Karnataka --email help@meera.in`

export function registerInit(program: Command): void {
  const init = program
    .command('init')
    .description('set up an empty shop, without demo data')
    .option('--yes', 'ask nothing, and use the proposed answers for what you do not give: see below')
  for (const { flag, option, label, help } of Object.values(ALL_QUESTIONS))
    init.option(`${flag} ${option}`, help ?? label)
  init.addHelpText('after', YES_HELP).action(async (options: Options) => {
    await withNewShop(async (shop) => {
      if (await isInitialised(shop.db)) throw await alreadySetUp(shop)
      const answers = answersOf(await collect(options))
      if (!(await setUpShop(shop, answers))) throw await alreadySetUp(shop)
      console.log(nextSteps(answers, shop.config))
    })
  })
}

async function alreadySetUp({ db, config }: Shop): Promise<UserError> {
  const { shop_name } = await readSettings(db)
  return new UserError(
    `${config.dataDir} already holds the shop ${shop_name}. To correct an answer, use haat settings set (haat settings get lists all settings). For another shop, set DATA_DIR to another folder.`,
  )
}

const shellWord = (path: string): string => (/^[\w./-]+$/.test(path) ? path : JSON.stringify(path))

function nextSteps({ shop_name, cash_on_delivery, limits }: Answers, { dataDir, smtpUrl }: Config): string {
  return `${shop_name} is set up, without products. Next:
  haat import products.csv   import your catalogue
  haat doctor                check what is missing
To open the shop to customers, unless its server runs already:
  cd ${shellWord(resolve(PACKAGE, '../..'))}
  NODE_ENV=production DATA_DIR=${shellWord(dataDir)} npm start
docs/running-in-production.md describes TLS, mail and backups.${
    cash_on_delivery
      ? ''
      : '\nWithout cash on delivery, customers can order only with a payment provider in PAYMENT.'
  }${
    limits.verified_contact && smtpUrl === null
      ? '\nNobody can place a first order yet: it needs a code by e-mail. Set SMTP_URL for the server, or run: haat settings set limits.verified_contact no'
      : ''
  }`
}

const camel = (flag: string): string =>
  flag.slice(2).replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Uses the given options and asks for the others, unless `--yes` is given. */
async function collect(options: Options): Promise<Texts> {
  const asks = options['yes'] !== true
  if (asks && !(process.stdin.isTTY && process.stdout.isTTY))
    throw new UserError('haat init needs a terminal for its questions. Without one, add --yes.')
  if (asks) console.log('Enter takes the grey answer. Ctrl-C stops, and nothing is set up.\n')
  const answers: Partial<Texts> = {}
  const givenOf = ({ flag }: Question): string | null => {
    const given = options[camel(flag)]
    return typeof given === 'string' ? given.trim() : null
  }
  const complete = async (questions: Partial<Record<Name, Question>>, interactive: boolean) => {
    for (const [name, question] of Object.entries(questions) as [Name, Question][]) {
      const given = givenOf(question)
      if (given !== null) answers[name] = validated(question, given, answers)
      else answers[name] = interactive ? await ask(question, answers) : (question.fallback(answers) ?? '')
    }
  }
  await complete(QUESTIONS, asks)
  const limits = Object.values(LIMIT_QUESTIONS)
  await complete(
    LIMIT_QUESTIONS,
    asks && !limits.some((one) => givenOf(one) !== null) && !(await takesLimits()),
  )
  return answers as Texts
}

/** The sentence that says what is wrong with an answer, or null. */
function faultOf({ schema, contradiction }: Question, text: string, answers: Partial<Texts>): string | null {
  const typed = readTyped(schema, text)
  return 'fault' in typed ? typed.fault : (contradiction?.(String(typed.value), answers) ?? null)
}

function validated(question: Question, text: string, answers: Partial<Texts>): string {
  const fault = faultOf(question, text, answers)
  if (fault !== null) throw new UserError(`${question.flag}: ${fault}`)
  return text
}

async function ask(question: Question, answers: Partial<Texts>): Promise<string> {
  const { isCancel, text } = await import('@clack/prompts')
  const { label, example, fallback } = question
  const taken = fallback(answers)
  const answer = await text({
    message: example === undefined ? label : `${label}, for example ${example}`,
    ...(taken && { placeholder: taken, defaultValue: taken }),
    validate: (typed) => {
      const answer = typed?.trim() || taken
      return answer === '' ? undefined : (faultOf(question, answer ?? '', answers) ?? undefined)
    },
  })
  if (isCancel(answer)) throw new UserError('Nothing was set up.')
  return (answer ?? '').trim()
}

async function takesLimits(): Promise<boolean> {
  const { confirm, isCancel } = await import('@clack/prompts')
  const { pieces_per_line, open_cod_orders, cod_order_value } = NEW_SHOP_LIMITS
  const answer = await confirm({
    message: `A customer may order ${pieces_per_line} pieces of a product, have ${open_cod_orders} open cash on delivery orders of up to ${formatShortRupees(cod_order_value ?? 0)}, and must verify the e-mail address first. Keep these limits?`,
  })
  if (isCancel(answer)) throw new UserError('Nothing was set up.')
  return answer
}

/** Valid answers, those left out as they are in a new shop. */
function answersOf(texts: Texts): Answers {
  const valueOf = (name: Name): unknown => {
    const typed = texts[name] === '' ? null : readTyped(ALL_QUESTIONS[name].schema, texts[name])
    return typed !== null && 'value' in typed ? typed.value : null
  }
  const names = Object.keys(ALL_QUESTIONS) as Name[]
  const values = Object.fromEntries(names.map((name) => [name, valueOf(name)]))
  const shop_name = texts.shop_name || 'My Shop'
  const empty = { shop_name, legal_name: texts.legal_name || shop_name, address: texts.address }
  return z.decode(Answers, { ...values, ...empty, state: values['state'] ?? '', limits: values } as never)
}
