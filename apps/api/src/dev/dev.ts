/**
 * The QA tools under /dev. They are loaded only when `config.dev` is true, which it never is in production: they
 * require no login. `guard.ts` decides who may use them.
 */
import { FROZEN_METRIC } from '@haat/contract/page-rendering'
import { GATEWAY_NAMES } from '@haat/contract/staff/payments'
import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shareClock } from '../clock.ts'
import { isSimulated, ownAddress, SIMULATED_KEYS, simulatorPath } from '../gateways/gateways.ts'
import { phonepeSimulator } from '../gateways/phonepe/simulator.ts'
import { razorpaySimulator } from '../gateways/razorpay/simulator.ts'
import { PACKAGE } from '../package-folder.ts'
import type { Context, Shop } from '../shop.ts'
import { registerClock } from './clock.ts'
import { Courier, registerCourier } from './courier.ts'
import { Faults, injectFaults, registerFaults } from './faults.ts'
import { toolsGuard } from './guard.ts'
import { registerInbox } from './inbox.ts'
import { registerSnapshots } from './snapshots.ts'
import { registerState } from './state.ts'
import type { DevTools, Tools } from './tools.ts'

const FILES: Record<string, [file: string, type: string]> = {
  '/dev': ['index.html', 'text/html'],
  '/dev/tools.js': ['tools.js', 'text/javascript'],
  '/dev/tools.css': ['tools.css', 'text/css'],
}

/** Allows nothing but the files and calls of the tools, and mails in a sandboxed frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Registers the tools. Must come before the shop's own routes, so that faults apply to them.
 *
 * @throws Error when the configuration does not allow the tools
 */
export async function registerDev(app: FastifyInstance, shop: Context, dev: DevTools): Promise<void> {
  if (!shop.config.dev || shop.config.production) throw new Error('The QA tools are off.')
  const courier = new Courier(app, shop)
  const faults = new Faults()
  sendClock(app, dev)
  injectFaults(app, faults)
  const { dataDir } = shop.config
  shareClock(dataDir, dev.clock)
  await simulateGateways(app, shop)
  await app.register(async (scope) => {
    // Before the tools, so that it guards all of them.
    scope.addHook('onRequest', toolsGuard(shop.config))
    scope.addHook('onSend', async ({ method }) => {
      if (method !== 'GET') shareClock(dataDir, dev.clock)
    })
    scope.addHook('onRequest', async (_request, reply) => {
      void reply.header('cache-control', 'no-store')
    })
    const tools: Tools = { app: scope, shop, catchUp: () => courier.catchUp(), ...dev }
    registerClock(tools)
    registerInbox(tools)
    registerSnapshots(tools)
    registerFaults(tools, faults)
    registerState(tools)
    registerCourier(tools, courier)
    registerPage(scope)
  })
}

/** The simulated gateways, for those that PAYMENT names. Customers' browsers open their pages. */
async function simulateGateways(app: FastifyInstance, { config, now }: Shop): Promise<void> {
  for (const name of GATEWAY_NAMES.filter((one) => isSimulated(one, config))) {
    const webhookUrl = `${ownAddress(config)}/api/payments/${name}/callback`
    const url = config.publicUrl + simulatorPath(name)
    const options = { url, webhookUrl, now, guard: toolsGuard(config) }
    if (name === 'phonepe') await phonepeSimulator(app, { ...options, keys: SIMULATED_KEYS.phonepe })
    else {
      const { webhook_secrets, ...keys } = SIMULATED_KEYS.razorpay
      await razorpaySimulator(app, { ...options, keys: { ...keys, webhook_secrets: [webhook_secrets] } })
    }
  }
}

/** One page for people, which makes the same calls as scripts do. */
function registerPage(app: FastifyInstance): void {
  for (const [url, [file, type]] of Object.entries(FILES)) {
    const content = readFileSync(join(PACKAGE, 'assets/dev', file), 'utf8')
    app.get(url, (_request, reply) =>
      reply.header('content-security-policy', POLICY).type(`${type}; charset=utf-8`).send(content),
    )
  }
}

/**
 * Sends the shop's time with every reply of the API, so that the browser's clock follows it. `x-haat-frozen` is sent
 * when it is false too: a 304 must replace the header in the browser's cache.
 */
function sendClock(app: FastifyInstance, { clock }: DevTools): void {
  app.addHook('onSend', async (request, reply) => {
    const timing = reply.getHeader('server-timing')
    if (timing !== undefined && clock.frozen)
      void reply.header('server-timing', `${String(timing)}, ${FROZEN_METRIC}`)
    if (!request.url.startsWith('/api/')) return
    void reply.headers({ 'x-haat-now': clock.now().toISOString(), 'x-haat-frozen': String(clock.frozen) })
  })
}
