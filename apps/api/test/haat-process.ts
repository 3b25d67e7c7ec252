/** Runs the `haat` command as a user does. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const HAAT = join(import.meta.dirname, '../src/haat.ts')

export interface Haat {
  child: ChildProcess
  /** Resolves when the command has ended. */
  done: Promise<{ code: number | null; out: string; err: string }>
}

/** Starts the command, and kills it if the test ends first. */
export function startHaat(dataDir: string, ...words: string[]): Haat {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [HAAT, ...words], {
    cwd: dataDir,
    // Node compiles the sources once for all processes of a run.
    env: { PATH, NODE_COMPILE_CACHE: join(tmpdir(), 'haat-compiled'), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  onTestFinished(() => {
    if (child.exitCode === null) child.kill('SIGKILL')
  })
  return { child, done: once(child, 'close').then(() => ({ code: child.exitCode, out, err })) }
}

export const runHaat = (dataDir: string, ...words: string[]) => startHaat(dataDir, ...words).done
