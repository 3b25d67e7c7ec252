/** Starts and stops the server as a process, as `npm test` has built it, else from its sources. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { freePort } from '../../../scripts/free-port.mjs'
import { readConfig } from '../src/config.ts'
import { seedDemo } from '../src/merchant/seeding/seed-shop.ts'
import { openShop } from '../src/open-shop.ts'

/** The folder of the built programs, which start in less than half the time; unset when a developer runs a test. */
const { TEST_BUILD } = process.env
const program = (name: string): string =>
  TEST_BUILD ? join(TEST_BUILD, `${name}.js`) : join(import.meta.dirname, `../src/${name}.ts`)
const MAIN = program('main')
export const HAAT = program('haat')

/** A folder that is deleted when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'haat-process-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A data folder with the demo shop, as a start fills it, but in this process, and once per worker. For SQLite. */
export async function demoFolder(): Promise<string> {
  const folder = temporaryFolder()
  const filled = join(dirname(inject('template')), `demo-${process.pid}`)
  if (!existsSync(filled)) {
    await forOwnerAlone(async () => {
      const shop = await openShop(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))
      await seedDemo(shop)
      await shop.db.close()
    })
    await forOwnerAlone(() => cpSync(folder, filled, { recursive: true }))
  } else {
    await forOwnerAlone(() => cpSync(filled, folder, { recursive: true }))
  }
  return folder
}

/** Makes files that only their owner may open. */
async function forOwnerAlone(work: () => void | Promise<void>): Promise<void> {
  const before = process.umask(0o077)
  try {
    await work()
  } finally {
    process.umask(before)
  }
}

/** Starts a program, and kills it if the test ends first. */
function start(file: string, args: string[], env: Record<string, string>, cwd?: string) {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [file, ...args], {
    // Node compiles the files once for all processes of a run.
    env: { PATH, PICTURES_AHEAD: 'off', NODE_COMPILE_CACHE: join(tmpdir(), 'haat-compiled'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  })
  onTestFinished(() => {
    if (child.exitCode === null) child.kill('SIGKILL')
  })
  return child
}

export function startProcess(env: Record<string, string>): ChildProcess & { output: () => string } {
  const child = start(MAIN, [], env)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  return Object.assign(child, { output: () => output })
}

/** Waits until the server listens. @returns its address */
export async function openProcess(
  env: Record<string, string>,
): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort()
  const child = startProcess({ ...env, PORT: String(port) })
  const stopped = once(child, 'close')
  while (!/^Haat (is open|runs)/m.test(child.output())) {
    await Promise.race([once(child.stdout!, 'data'), stopped])
    if (child.exitCode === null && child.signalCode === null) continue
    // Another process was faster.
    if (child.output().includes(`Port ${port} is taken`)) return openProcess(env)
    throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}: ${child.output()}`)
  }
  return { url: `http://127.0.0.1:${port}`, child }
}

/** Ends it and waits. @returns the exit code */
export async function stopProcess(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode
  child.kill(signal)
  await once(child, 'exit')
  return child.exitCode
}

export interface Haat {
  child: ChildProcess
  /** Resolves when the command has ended. */
  done: Promise<{ code: number | null; out: string; err: string }>
}

/** Starts the `haat` command as a user does, in the data folder. */
export function startHaat(dataDir: string, ...words: string[]): Haat {
  const child = start(HAAT, words, { DATA_DIR: dataDir }, dataDir)
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  return { child, done: once(child, 'close').then(() => ({ code: child.exitCode, out, err })) }
}

export const runHaat = (dataDir: string, ...words: string[]) => startHaat(dataDir, ...words).done
