/** What the commands of `haat` share: opening the shop, printing results, errors and progress. */
import { userInfo } from 'node:os'
import { type Command, Option } from 'commander'
import type { Who } from '../acts/act-table.ts'
import { StorageUnavailable } from '../adapters/files.ts'
import { sharedClock } from '../clock.ts'
import { type Config, ConfigError, readConfig, shopLocation } from '../config.ts'
import { holdsShop } from '../data-folder.ts'
import { DatabaseRefused, describeUnavailable } from '../db/errors.ts'
import { Failure } from '../http/failure.ts'
import { openShop } from '../open-shop.ts'
import type { Shop } from '../shop.ts'
import { UserError } from './user-error.ts'

/**
 * Opens the shop that the environment names (`DATA_DIR`, `DATABASE_URL`), runs `work` and closes it.
 *
 * @throws UserError, with nothing created, when there is no shop
 */
export async function withShop<T>(work: (shop: Shop) => Promise<T>): Promise<T> {
  const { dataDir, databaseUrl } = shopLocation()
  if (databaseUrl === null && !holdsShop(dataDir))
    throw new UserError(
      `There is no shop in ${dataDir}. To set one up there, run: haat init. If your shop is in another folder, set DATA_DIR to it.`,
    )
  return withNewShop(work, (config) => config)
}

/** The same, and creates the shop's database where there is none. */
export async function withNewShop<T>(
  work: (shop: Shop) => Promise<T>,
  settle?: (config: Config) => Config,
): Promise<T> {
  const config = readConfig()
  // QA moves the clock of a running server: its papers and deals have the same time here.
  const clock = config.production ? undefined : sharedClock(config.dataDir)
  const shop = await openShop(config, clock?.now, settle)
  try {
    return await work(shop)
  } finally {
    await shop.db.close()
  }
}

/** Whoever may run commands on the server may do everything. */
export const atTheServer = (): Who => ({
  via: 'cli',
  staffId: null,
  name: userInfo().username,
  permissions: null,
})

/** The lines to print for an error that the user can correct, or null for any other error. */
export function explainError(error: unknown): string[] | null {
  if (error instanceof ConfigError) return error.lines
  if (error instanceof Failure && error.status < 500)
    return [[error.message, error.extra['remedy']].filter(Boolean).join(' ')]
  if (error instanceof DatabaseRefused || error instanceof StorageUnavailable) return [error.message]
  const fault = describeUnavailable(error)
  if (fault !== null) return [fault]
  return error instanceof Error && error.cause ? explainError(error.cause) : null
}

/** An option of a command: its description, or more about it. */
export type OptionSpec =
  | string
  | {
      text: string
      /** Reads the value; throws UserError. */
      parse?: (text: string, option: string) => unknown
      choices?: readonly string[]
      preset?: unknown
      required?: true
      /** It can be given several times; its value is a list. */
      repeated?: true
    }

type CamelCase<Text extends string> = Text extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Text

/** `lowStock` for `--low-stock <pieces>`. */
type OptionName<Flags> = Flags extends `--${infer Name} ${string}`
  ? CamelCase<Name>
  : Flags extends `--${infer Name}`
    ? CamelCase<Name>
    : never

type OptionValue<Flags, Spec> = Spec extends { parse: (text: string, option: string) => infer Value }
  ? Value
  : Spec extends { choices: readonly (infer Choice)[] }
    ? Choice
    : Spec extends { repeated: true }
      ? string[]
      : Flags extends `${string} <${string}`
        ? string
        : true

type OptionValues<Options> = {
  [Flags in keyof Options as OptionName<Flags>]:
    | OptionValue<Flags, Options[Flags]>
    | (Options[Flags] extends { preset: unknown } | { required: true } ? never : undefined)
}

/** A command that does one thing, and prints the result. */
interface CommandSpec<Opened, Options, Result> {
  name: string
  description: string
  /** Its arguments in order: `<product>` or `[picture]`, with what they mean. */
  args?: Record<string, string>
  /** Its options by their flags, such as `--limit <number>`. */
  options?: Options
  /** Shown below the options. */
  help?: string
  run: (opened: Opened, options: OptionValues<Options>, ...args: string[]) => Result | Promise<Result>
  /** The result for a person; without it, `run` has written it. */
  text?: (result: Result, opened: Opened) => string
  /** Adds `--json`: what it prints, which is the result itself if true. */
  json?: true | ((result: Result) => unknown)
}

/** @param open opens what the commands work with, and closes it */
const commandsWith =
  <Opened>(open: (work: (opened: Opened) => Promise<void>) => Promise<void>) =>
  <const Options extends Record<string, OptionSpec>, Result>(
    parent: Command,
    spec: CommandSpec<Opened, Options, Result>,
  ): Command => {
    const { name, description, args = {}, options, help, run, text, json } = spec
    // An option is that of the command before it: `import` and `import undo` have some of the same names.
    const command = parent.enablePositionalOptions().command(name).description(description)
    for (const [argument, meaning] of Object.entries(args)) command.argument(argument, meaning)
    for (const [flags, option] of Object.entries(options ?? {})) command.addOption(optionOf(flags, option))
    if (json) command.option('--json', 'print JSON')
    if (help !== undefined) command.addHelpText('after', `\n${help}`)
    return command.action(() =>
      open(async (opened) => {
        const given = command.opts<OptionValues<Options> & { json?: true }>()
        const result = await run(opened, given, ...command.args)
        if (given.json && json) console.log(JSON.stringify(json === true ? result : json(result), null, 2))
        else if (text) console.log(text(result, opened))
      }),
    )
  }

/** Adds a command that works with the shop to `parent`. It makes no secrets: those of the server may be in its environment. */
export const addCommand = commandsWith<Shop>(withShop)

/** Adds a command that creates the shop's database where there is none. */
export const addNewShopCommand = commandsWith<Shop>(withNewShop)

/** Adds a command that opens no shop, or opens it in its own way. */
export const addPlainCommand = commandsWith<Config>((work) => work(readConfig()))

function optionOf(flags: string, given: OptionSpec): Option {
  const spec: Exclude<OptionSpec, string> = typeof given === 'string' ? { text: given } : given
  const { text, parse, choices, preset, required = false } = spec
  const option = new Option(flags, text).default(preset).makeOptionMandatory(required)
  if (choices) option.choices(choices)
  if (parse) option.argParser((value) => parse(value, option.long ?? flags))
  if (spec.repeated) option.argParser((value, before: string[] | undefined) => [...(before ?? []), value])
  return option
}

type OnProgress = (done: number, total: number) => void

const SHOW_AFTER_MS = 1000

/** Shows the progress of some work on standard error, after one second, and only on a terminal. */
export async function withProgress<T>(
  label: string,
  work: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  const began = performance.now()
  const show = (text: string) => process.stderr.write(`\r${text}\u001B[K`)
  let isShown = false
  const onProgress: OnProgress = (done, total) => {
    const passed = performance.now() - began
    if (!process.stderr.isTTY || passed < SHOW_AFTER_MS || total === 0) return
    isShown = true
    const left = Math.ceil(((passed / Math.max(1, done)) * (total - done)) / 1000)
    show(`${label} ${Math.floor((100 * done) / total)} %, ${left} s left`)
  }
  return work(onProgress).finally(() => isShown && show(''))
}
