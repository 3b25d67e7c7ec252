/** Runs commands of `haat` in this process, which takes a tenth of the time of a process of their own. */
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { Command, CommanderError } from 'commander'
import { haatProgram } from '../src/haat-commands.ts'
import { explainError } from '../src/merchant/command.ts'

export interface HaatRun {
  code: number
  out: string
  err: string
}

/**
 * Runs one command as `haat` does. One at a time: it replaces the working folder, the environment and the output of this
 * process while it runs.
 *
 * @param env added to the environment, such as `DATA_DIR`
 * @param input the file for standard input
 */
export async function haatInProcess(
  words: string[],
  { cwd, env, input = null }: { cwd: string; env: Record<string, string>; input?: string | null },
): Promise<HaatRun> {
  const before = { cwd: process.cwd(), env: { ...process.env }, exitCode: process.exitCode }
  const run: HaatRun = { code: 0, out: '', err: '' }
  process.chdir(cwd)
  Object.assign(process.env, env)
  process.exitCode = undefined
  const restore = [...captureOutput(run), ...(input === null ? [] : [replaceInput(input)])]
  try {
    const program = new Command('haat').exitOverride()
    await haatProgram(program).parseAsync(words, { from: 'user' })
    run.code = exitCode()
  } catch (error) {
    const lines = explainError(error)
    if (lines === null && !(error instanceof CommanderError)) throw error
    for (const line of lines ?? []) run.err += `haat: ${line}\n`
    run.code = error instanceof CommanderError && error.exitCode === 0 ? 0 : 2
  } finally {
    for (const undo of restore) undo()
    process.chdir(before.cwd)
    for (const name of Object.keys(env)) delete process.env[name]
    Object.assign(process.env, before.env)
    process.exitCode = before.exitCode
  }
  return run
}

const exitCode = (): number => Number(process.exitCode ?? 0)

const STREAM_EVENTS = ['error', 'close', 'end', 'finish', 'drain', 'unpipe'] as const

/** Adds what is printed to `run`. @returns what undoes it */
function captureOutput(run: HaatRun): (() => void)[] {
  const { log, error, warn } = console
  console.log = (...parts: unknown[]) => void (run.out += `${parts.join(' ')}\n`)
  console.error = console.warn = (...parts: unknown[]) => void (run.err += `${parts.join(' ')}\n`)
  const capture = (stream: 'stdout' | 'stderr', add: (text: string) => void) => {
    const original = process[stream].write
    const write = (chunk: unknown, ...rest: unknown[]): boolean => {
      add(String(chunk))
      const done = rest.at(-1)
      if (typeof done === 'function') done()
      return true
    }
    process[stream].write = write as typeof original
    // A command that pipes into the stream leaves its listeners there: a process of its own would end with them.
    const listeners = STREAM_EVENTS.map((event) => [event, process[stream].listeners(event)] as const)
    return () => {
      process[stream].write = original
      for (const [event, before] of listeners)
        for (const listener of process[stream].listeners(event))
          if (!before.includes(listener)) process[stream].off(event, listener as () => void)
    }
  }
  return [
    () => Object.assign(console, { log, error, warn }),
    capture('stdout', (text) => (run.out += text)),
    capture('stderr', (text) => (run.err += text)),
  ]
}

function replaceInput(file: string): () => void {
  const original = Object.getOwnPropertyDescriptor(process, 'stdin')
  Object.defineProperty(process, 'stdin', {
    value: Readable.from([readFileSync(file)]),
    configurable: true,
  })
  return () => original && Object.defineProperty(process, 'stdin', original)
}
