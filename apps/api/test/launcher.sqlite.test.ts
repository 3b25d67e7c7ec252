/** The file `haat` in the project's folder, which merchants run from anywhere. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from './server-process.ts'

const LAUNCHER = join(import.meta.dirname, '../../../haat')

it('runs a command in the folder of its caller, and prints nothing of its own', async () => {
  const folder = temporaryFolder()
  const { PATH = '' } = process.env
  const child = spawn(LAUNCHER, ['import', 'nowhere.csv'], { cwd: folder, env: { PATH, DATA_DIR: 'shop' } })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  await once(child, 'close')
  expect(out).toBe('')
  expect(err.replace(/^(Installing|Installed) .*\n/gm, '')).toMatch(/^haat: .*\n$/)
  expect(child.exitCode).toBe(2)
})
