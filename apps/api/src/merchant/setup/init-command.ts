/** `haat init`: an empty shop of one's own, with a few questions. */
import { Email } from '@haat/contract/auth'
import type { Command } from 'commander'
import { faultOfGstin, findState, stateOfCode } from '../../features/invoices/gst.ts'
import { isInitialised } from './shop-state.store.ts'
import type { Answers } from './first-settings.ts'
import { setUpShop } from './set-up-shop.ts'
import { parseRupees, withShop } from '../command.ts'
import { UserError } from '../user-error.ts'

interface Question {
  flag: string
  option: string
  ask: string
  hint: string
  /** Taken where nothing is said. */
  otherwise: (answers: Texts) => string
  /** What is wrong with an answer, or null. */
  fault?: (text: string) => string | null
}
type Texts = Record<keyof Answers, string>

const email = (text: string): string | null =>
  text === '' || Email.safeParse(text).success ? null : 'must be an e-mail address'
const rupees = (text: string): string | null =>
  /^\d{1,10}(\.\d{1,2})?$/.test(text) ? null : 'must be an amount in rupees'

/** In the order in which they are asked. */
const QUESTIONS: Record<keyof Answers, Question> = {
  shop_name: {
    ...{ flag: '--name', option: '<text>', ask: 'What is your shop called?', hint: 'Meera Stores' },
    otherwise: () => 'My Shop',
    fault: (text) => (text === '' ? 'must not be empty' : null),
  },
  legal_name: {
    ...{
      flag: '--legal-name',
      option: '<text>',
      ask: 'Who sells, by its legal name?',
      hint: 'Meera Stores Private Limited',
    },
    otherwise: ({ shop_name }) => shop_name,
  },
  address: {
    ...{
      flag: '--address',
      option: '<text>',
      ask: 'Its address, with pincode?',
      hint: '14, Residency Road, Bengaluru 560025',
    },
    otherwise: () => '',
  },
  state: {
    ...{ flag: '--state', option: '<name>', ask: 'In which state?', hint: 'Karnataka' },
    otherwise: ({ gstin }) => stateOfCode(gstin?.slice(0, 2) ?? '')?.name ?? '',
    fault: (text) => (text === '' || findState(text) ? null : 'must be a state or union territory of India'),
  },
  gstin: {
    ...{
      flag: '--gstin',
      option: '<number>',
      ask: 'Its GSTIN? Leave empty when not registered for GST.',
      hint: '29ABCDE1234F1Z5',
    },
    otherwise: () => '',
    fault: (text) => (text === '' ? null : faultOfGstin(text.toUpperCase())),
  },
  email: {
    ...{
      flag: '--email',
      option: '<address>',
      ask: 'Where do customers write to?',
      hint: 'help@meera.example',
    },
    otherwise: () => '',
    fault: email,
  },
  phone: {
    ...{
      flag: '--phone',
      option: '<number>',
      ask: 'Where do they call? May be empty.',
      hint: '+91 98450 12345',
    },
    otherwise: () => '',
  },
  grievance_officer: {
    ...{
      flag: '--grievance-officer',
      option: '<name>',
      ask: 'Who hears complaints? The law wants a name.',
      hint: 'Meera Krishnan',
    },
    otherwise: () => '',
  },
  grievance_email: {
    ...{
      flag: '--grievance-email',
      option: '<address>',
      ask: 'And reads them where?',
      hint: 'complaints@meera.example',
    },
    otherwise: ({ email }) => email ?? '',
    fault: email,
  },
  delivery_charge: {
    ...{
      flag: '--delivery-charge',
      option: '<rupees>',
      ask: 'What does delivery cost, in rupees?',
      hint: '49',
    },
    otherwise: () => '49',
    fault: rupees,
  },
  free_above: {
    ...{
      flag: '--free-above',
      option: '<rupees>',
      ask: 'Above which order value is it free, in rupees?',
      hint: '999',
    },
    otherwise: () => '999',
    fault: rupees,
  },
}

export function registerInit(program: Command): void {
  const init = program
    .command('init')
    .description('set an empty shop up, without demo data')
    .option('--yes', 'ask nothing: what is not given stays empty, and haat doctor names it')
  for (const { flag, option, ask } of Object.values(QUESTIONS)) init.option(`${flag} ${option}`, ask)
  init
    .addHelpText(
      'after',
      '\nExamples:\n  haat init\n  haat init --yes --name "Meera Stores" --state Karnataka --email help@meera.example',
    )
    .action(async (options: Record<string, string | boolean | undefined>) => {
      await withShop(async (shop) => {
        if (await isInitialised(shop.db)) throw taken(shop.config.dataDir)
        const answers = answersOf(await collect(options))
        if (!(await setUpShop(shop, answers))) throw taken(shop.config.dataDir)
        console.log(
          `${answers.shop_name} is set up, without products. Next:\n  haat import products.csv   bring your catalogue in\n  haat doctor                see what is still missing\n  npm start                  open the shop`,
        )
      })
    })
}

const taken = (dataDir: string) =>
  new UserError(`There is a shop already in ${dataDir}. Name another folder with DATA_DIR.`)

const camel = (flag: string): string =>
  flag.slice(2).replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Takes what was given, asks for the rest where somebody is there to answer. */
async function collect(options: Record<string, string | boolean | undefined>): Promise<Texts> {
  const asks = options['yes'] !== true && process.stdin.isTTY && process.stdout.isTTY
  if (!asks && options['yes'] !== true) throw new UserError('There is no terminal to ask on: add --yes.')
  const answers = {} as Texts
  const entries = Object.entries(QUESTIONS) as [keyof Answers, Question][]
  for (const [name, question] of entries) {
    const given = options[camel(question.flag)]
    if (typeof given === 'string') answers[name] = checked(question, given.trim())
    else answers[name] = asks ? await prompt(question, answers) : question.otherwise(answers)
  }
  return answers
}

function checked({ flag, fault }: Question, text: string): string {
  const wrong = fault?.(text)
  if (wrong) throw new UserError(`${flag} ${wrong}.`)
  return text
}

async function prompt({ ask, hint, otherwise, fault }: Question, answers: Texts): Promise<string> {
  const { isCancel, text } = await import('@clack/prompts')
  const initialValue = otherwise(answers)
  const answer = await text({
    message: ask,
    placeholder: hint,
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
  }
}
