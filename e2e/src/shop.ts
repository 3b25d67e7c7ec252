import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/free-port.mjs'

const MAIN = fileURLToPath(new URL('../../apps/api/dist/main.js', import.meta.url))
const COMMANDS = fileURLToPath(new URL('../../apps/api/dist/haat.js', import.meta.url))
const READY_WITHIN_MS = 60_000

export interface RunningShop {
  url: string
  dataDir: string
  /** What it has printed. */
  printed(): string
  stop(): Promise<void>
}

/** Runs the shop's own command line on a running shop. @returns what it prints */
export const runCommand = (dataDir: string, ...parts: string[]): string =>
  execFileSync(process.execPath, [COMMANDS, ...parts], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir },
    encoding: 'utf8',
  })

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    (reply) => reply.ok,
    () => false,
  )

/**
 * Starts the built server and storefront as a demo shop on a free port, without rate limits. Its data folder is removed
 * when it stops.
 *
 * @param pictures folder of rendered pictures, which shops may share; its own without
 * @param settings environment variables: by default the QA tools are on
 * @param profile of the data that `haat seed` makes; the demo shop without
 */
export async function openShop(
  pictures?: string,
  settings: Record<string, string> = { HAAT_DEV: '1' },
  profile?: string,
): Promise<RunningShop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'haat-e2e-'))
  if (pictures !== undefined) {
    mkdirSync(join(dataDir, 'cache'))
    symlinkSync(pictures, join(dataDir, 'cache', 'media'))
  }
  if (profile !== undefined) runCommand(dataDir, 'seed', '--profile', profile)
  const url = `http://127.0.0.1:${await freePort()}`
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: dataDir,
      PORT: new URL(url).port,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      ...(settings['NODE_ENV'] === 'production' && { PUBLIC_URL: url }),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (text: Buffer) => {
    printed += text.toString()
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
  const until = Date.now() + READY_WITHIN_MS
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > until) {
      await stop()
      throw new Error('The shop did not start.')
    }
    await new Promise((next) => setTimeout(next, 50))
  }
  return { url, dataDir, printed: () => printed, stop }
}
