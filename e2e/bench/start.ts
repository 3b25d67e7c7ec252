/**
 * `pnpm bench:start`: measures the time from a fresh clone to the first page and from a restart to the first reply,
 * memory after a journey, and JavaScript of the home page. Works on a clone of the last commit in a temporary folder.
 * Installing is faster when pnpm's store has the packages already.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { freePort } from '../../scripts/free-port.mjs'
import { launchOptions, newVisitor } from '../src/browser.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const TIMEOUT_MS = 300_000

interface Started {
  url: string
  ms: number
  stop(): Promise<void>
}

/** Runs `npm start` and waits for a reply at `path`. */
async function start(clone: string, path: string, port: number): Promise<Started> {
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
  })
  while (
    !(await fetch(url + path).then(
      (reply) => reply.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() - began > TIMEOUT_MS)
      throw new Error('npm start failed.')
    await new Promise((next) => setTimeout(next, 20))
  }
  const ms = performance.now() - began
  return {
    url,
    ms,
    async stop() {
      process.kill(serverOf(port), 'SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** The id of the process that runs main.js with this port in its environment. */
function serverOf(port: number): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      if (!command.includes('main.js')) continue
      if (readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`PORT=${port}`))
        return Number(pid)
    } catch {
      // The process has ended meanwhile.
    }
  }
  throw new Error('The server is not running.')
}

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Visits the home page, a list, a product and the cart. @returns compressed JavaScript of the home page, in KB */
async function journey(url: string): Promise<number> {
  const browser = await chromium.launch(await launchOptions())
  const page = await (await newVisitor(browser, 'desktop', url)).newPage()
  let scripts = 0
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const isScript = new Set<string>()
  devtools.on(
    'Network.responseReceived',
    ({ requestId, type }) => type === 'Script' && isScript.add(requestId),
  )
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (isScript.has(requestId)) scripts += encodedDataLength
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  const home = scripts / 1000
  for (const path of ['/collections', '/product/1', '/search-results?query=shoe', '/auth/login']) {
    await page.goto(path, { waitUntil: 'networkidle' })
  }
  await browser.close()
  return home
}

const clone = mkdtempSync(join(tmpdir(), 'haat-bench-'))
try {
  execFileSync('git', ['clone', '--quiet', ROOT, clone])
  const port = await freePort()
  const first = await start(clone, '/', port)
  await first.stop()
  const second = await start(clone, '/api/settings', port)
  const home = await journey(second.url)
  const memory = residentMegabytes(serverOf(port))
  await second.stop()
  const row = (name: string, value: string, aim: string) =>
    console.log(`${name.padEnd(44)} ${value.padStart(10)}   ${aim}`)
  row('nothing to the first served page', `${(first.ms / 1000).toFixed(1)} s`, '')
  row('restart to the first answered request', `${(second.ms / 1000).toFixed(2)} s`, 'aim: 1 s')
  row('resident memory after the journey', `${memory.toFixed(0)} MB`, 'aim: 150 MB')
  row('JavaScript of the home page, compressed', `${home.toFixed(1)} KB`, 'aim: 120 KB')
} finally {
  rmSync(clone, { recursive: true, force: true })
}
