// Child processes that end with this script.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { projectNode, root } from './paths.mjs'

const windows = process.platform === 'win32'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {{ code: number, output: string }} Result `code` is 128 + n when signal n ended the command. */
/** @typedef {{ cwd?: string, env?: Record<string, string | undefined>, limit?: number }} Options `limit` in ms. */

/** @type {Set<ChildProcess>} */
const live = new Set()
let stopping = false

/** The environment of every child: the project's tools and its own Node come first on PATH. */
export function childEnvironment() {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const tools = join(root, 'node_modules', '.bin')
  return {
    ...process.env,
    [name]: [tools, process.env[name]].filter(Boolean).join(delimiter),
    DO_NOT_TRACK: '1',
    TURBO_TELEMETRY_DISABLED: '1',
  }
}

/**
 * Starts a command in its own process group, so that Ctrl-C in a terminal reaches only this script, which passes it on
 * once. Windows has no groups: its console signals every process.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function launch(command, args, options) {
  const child = spawn(command, args, { cwd: root, env: childEnvironment(), detached: !windows, ...options })
  live.add(child)
  child.once('error', () => live.delete(child))
  child.once('close', () => live.delete(child))
  return child
}

/**
 * Runs a command and returns its output. After `stopChildren` the promise never settles, so that nothing follows.
 * @param {string} command
 * @param {string[]} args
 * @param {Options} [options]
 * @returns {Promise<Result>}
 */
export function run(command, args, { cwd = root, env = {}, limit = 15 * 60_000 } = {}) {
  return new Promise((resolve) => {
    const child = launch(command, args, {
      cwd,
      env: { ...childEnvironment(), ...colours(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: windows && command === 'npx',
    })
    let output = ''
    const timer = setTimeout(() => {
      output += `\nStopped: not done after ${Math.round(limit / 60_000)} minutes.\n`
      signalGroup(child, 'SIGKILL')
    }, limit)
    child.stdout?.setEncoding('utf8').on('data', (text) => (output += text))
    child.stderr?.setEncoding('utf8').on('data', (text) => (output += text))
    child.once('error', (error) => {
      clearTimeout(timer)
      resolve({ code: 127, output: `${output}${error.message}\n` })
    })
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      if (stopping) return
      resolve({ code: exitCode(code, signal), output })
    })
  })
}

/** Colours in a child's output, if this script's own output is a terminal. */
function colours() {
  return process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1', FORCE_COLOR: undefined }
}

/**
 * Runs pnpm as the project pins it, on the project's own Node.
 * @param {string[]} args
 * @param {Options} [options]
 */
export function pnpm(args, options) {
  return run(projectNode, [join(root, 'node_modules', 'pnpm', 'bin', 'pnpm.mjs'), ...args], options)
}

/**
 * Runs tasks of packages; those with unchanged sources have their last result.
 * @param {string[]} args
 * @param {Options} [options]
 */
export function turbo(args, options) {
  return run(projectNode, [join(root, 'node_modules', 'turbo', 'bin', 'turbo'), 'run', ...args], options)
}

/** Ends every child and its descendants with SIGTERM, and after two seconds with SIGKILL. */
export async function stopChildren() {
  stopping = true
  const children = [...live]
  for (const child of children) signalGroup(child, 'SIGTERM')
  const ended = Promise.all(children.map((child) => new Promise((resolve) => child.once('close', resolve))))
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2000))])
  for (const child of live) signalGroup(child, 'SIGKILL')
}

/**
 * Signals a launched command and its descendants.
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
export function signalGroup(child, signal) {
  if (child.pid === undefined) return
  try {
    process.kill(windows ? child.pid : -child.pid, signal)
  } catch {
    // It has ended already.
  }
}

/**
 * The exit code as a shell reports it: 128 + n after signal n.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCode(code, signal) {
  return signal ? 128 + constants.signals[signal] : (code ?? 1)
}
