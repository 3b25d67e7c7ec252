// Attacks the built server with sqlmap, where it is or can be installed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aptInstall } from './apt-install.mjs'
import { launch, run, signalGroup } from './child.mjs'
import { projectNode, root } from './paths.mjs'
import { freePort } from './free-port.mjs'

/** How long one endpoint is attacked. */
const LIMIT_MS = 3 * 60_000
const READY_TRIES = 600

/** `*` marks the part of a path to attack; `readAt` is requested after each attack, and reads what the attack has stored. */
const TARGETS = [
  {
    path: '/api/products/filter?page=1&category=1&brand=Kaveri&min_price=1&rating=1&search=a&sort=price_asc&in_stock=1',
  },
  { path: '/api/products/search?search=shoe' },
  { path: '/api/products/1*' },
  { path: '/api/orders/1*' },
  { path: '/api/pages/about*' },
  { path: '/api/auth/login', body: { email: 'asha@example.com', password: 'Demo@1234' } },
  { path: '/api/auth/verify-otp', body: { email: 'asha@example.com', otp: '000000' } },
  { path: '/api/cart', body: { variant_id: 1, quantity: 1 } },
  { path: '/api/coupons/apply', body: { code: 'WELCOME', cart_items: [{ product_id: 1, quantity: 1 }] } },
  {
    path: '/api/users/addresses/1',
    method: 'PUT',
    body: {
      full_name: 'Asha',
      phone: '9876543210',
      address_line1: '12 MG Road',
      city: 'Pune',
      state: 'Maharashtra',
      pincode: '411001',
    },
    readAt: '/api/users/addresses',
  },
]

/**
 * @returns {Promise<import('./steps.mjs').Outcome>} neither passed nor failed where sqlmap cannot be installed
 */
export async function attackWithSqlmap() {
  const isInstalled = async () => (await run('sqlmap', ['--version'])).code === 0
  if (!(await isInstalled()) && !((await aptInstall('sqlmap')) && (await isInstalled())))
    return { passed: 0, failed: 0, note: 'NOT CHECKED: sqlmap is not installed' }
  const folder = mkdtempSync(join(tmpdir(), 'haat-sqlmap-'))
  const port = await freePort()
  const server = launch(projectNode, [join(root, 'apps/api/dist/main.js')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  })
  try {
    return await attack(`http://127.0.0.1:${port}`, folder)
  } finally {
    signalGroup(server, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/**
 * @param {string} url
 * @param {string} folder
 * @returns {Promise<import('./steps.mjs').Outcome>}
 */
async function attack(url, folder) {
  await untilReady(url)
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'asha@example.com', password: 'Demo@1234' }),
  })
  const { accessToken } = /** @type {{ accessToken: string }} */ (await login.json())
  const injectable = []
  /** Attacks that neither ended nor ran out of time: they say nothing about the endpoint. */
  const failed = []
  let cut = 0
  for (const { path, method, body, readAt } of TARGETS) {
    const { output } = await run(
      'sqlmap',
      [
        ...[
          '--batch',
          '--level',
          '3',
          '--risk',
          '2',
          '--dbms',
          'sqlite',
          '--threads',
          '4',
          '--flush-session',
        ],
        ...['--ignore-code', '*', '--output-dir', folder, '-u', `${url}${path}`],
        ...['--headers', `Authorization: Bearer ${accessToken}\nContent-Type: application/json`],
        ...(method ? ['--method', method] : []),
        ...(body ? ['--data', JSON.stringify(body)] : []),
        ...(readAt ? ['--second-url', `${url}${readAt}`] : []),
      ],
      { limit: LIMIT_MS },
    )
    if (/identified the following injection point|is vulnerable/.test(output))
      injectable.push(`${path}\n${output}`)
    else if (output.includes('Stopped: not done after')) cut += 1
    else if (!output.includes('do not appear to be injectable') || !(await isReady(url)))
      failed.push(`${path}: the attack ended early\n${output}`)
  }
  const figure = `sqlmap, level 3, risk 2: ${TARGETS.length} endpoints, ${injectable.length} injectable, ${cut} cut after ${LIMIT_MS / 60_000} minutes`
  return {
    passed: injectable.length + failed.length > 0 ? 0 : 1,
    failed: injectable.length + failed.length,
    output: [...injectable, ...failed].join('\n'),
    figures: [figure],
  }
}

/** @param {string} url */
const isReady = (url) =>
  fetch(`${url}/readyz`).then(
    (reply) => reply.ok,
    () => false,
  )

/** @param {string} url */
async function untilReady(url) {
  for (let tries = 0; tries < READY_TRIES; tries += 1) {
    if (await isReady(url)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The server did not become ready.')
}
