/** Every command of docs/qa.md, read from the file and run in order against servers that listen, as a tester does. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../scripts/free-port.mjs'
import { buildApp } from '../src/app.ts'
import { Clock } from '../src/clock.ts'
import { readConfig } from '../src/config.ts'
import { isInitialised } from '../src/features/settings/settings.store.ts'
import { seedDemo } from '../src/merchant/seeding/seed-shop.ts'
import { openShop } from '../src/open-shop.ts'
import { documentLines, hasShownLines, parseCommand } from './document-lines.ts'
import { haatInProcess } from './haat-in-process.ts'
import { temporaryFolder } from './server-process.ts'

const DOCUMENT = 'docs/qa.md'
const END = '@@ended'

/** Serves a shop with its QA tools, as `npm start` does. */
async function serve(dataDir: string, port: number): Promise<void> {
  const env = { HAAT_DEV: '1', PICTURES_AHEAD: 'off', LOG_LEVEL: 'silent' }
  const config = readConfig({ ...env, DATA_DIR: dataDir, PORT: String(port) })
  const clock = new Clock()
  const shop = await openShop(config, clock.now)
  if (!(await isInitialised(shop.db))) await seedDemo(shop)
  const app = await buildApp(shop, { clock })
  await app.listen({ host: config.host, port })
  onTestFinished(async () => {
    await app.close()
    await shop.db.close()
  })
}

/** A shell in a folder, with a small curl on machines that have none. */
function openShell(folder: string) {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  if (spawnSync('curl', ['--version']).status !== 0)
    symlinkSync(join(import.meta.dirname, 'curl.mjs'), join(bin, 'curl'))
  const { PATH = '' } = process.env
  const shell: ChildProcessWithoutNullStreams = spawn('sh', [], {
    cwd: folder,
    env: { PATH: [bin, PATH].join(delimiter) },
  })
  onTestFinished(() => void shell.kill())
  let output = ''
  let onOutput = (): void => undefined
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (part) => {
      output += String(part)
      onOutput()
    })
  return {
    /** Runs one command. */
    async run(text: string): Promise<{ code: number; out: string }> {
      output = ''
      shell.stdin.write(`${text}\nprintf '${END}%s\\n' "$?"\n`)
      while (!/@@ended\d+\n$/.test(output)) await new Promise<void>((resolve) => (onOutput = resolve))
      const [out = '', code] = output.trimEnd().split(END)
      return { code: Number(code), out }
    },
  }
}

it('can be run as printed', async () => {
  const folder = temporaryFolder()
  const ports = { '3000': await freePort(), '3001': await freePort() }
  const onPorts = (text: string): string =>
    text.replaceAll(/localhost:(3000|3001)/g, (_, port: keyof typeof ports) => `localhost:${ports[port]}`)
  const inFolder = (path = '/demo'): string => join(folder, path)
  const shell = openShell(folder)
  await serve(inFolder(), ports[3000])
  for (const { place, text, shows } of documentLines(DOCUMENT)) {
    const { env, words } = parseCommand(text)
    const dataDir = inFolder(env['DATA_DIR'])
    const [program, ...rest] = words
    if (program === 'npm') {
      expect([place, rest]).toEqual([place, ['start']])
      await serve(dataDir, ports[env['PORT'] as keyof typeof ports])
      continue
    }
    let run: { code: number; out: string }
    if (program === './haat') {
      const { out: order } = await shell.run('echo "$ORDER"')
      const typed = parseCommand(text, { ORDER: order.trim() }).words.slice(1)
      // A tester waits for a large shop; this test does not.
      const small = typed[0] === 'seed' ? ['--products', '100', '--orders', '10'] : []
      run = await haatInProcess([...typed, ...small], { cwd: folder, env: { DATA_DIR: dataDir } })
    } else run = await shell.run(onPorts(text))
    expect([place, run.code, run.out]).toEqual([place, 0, expect.any(String)])
    expect([place, run.out, hasShownLines(run.out, shows)]).toEqual([place, run.out, true])
  }
})
