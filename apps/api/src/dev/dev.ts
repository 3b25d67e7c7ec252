/**
 * The QA tools under /dev. They are loaded only when `config.dev` is true, which it never is in production: they
 * require no login. `guard.ts` decides who may use them.
 */
import { FROZEN_METRIC } from '@haat/contract/page-rendering'
import type { FastifyInstance } from 'fastify'
import { shareClock } from '../clock.ts'
import { type Html, html } from '../html.ts'
import type { Context } from '../shop.ts'
import { CASES, payLab } from '../test-bank/pay-lab.ts'
import { isTestBank } from '../test-bank/test-bank.ts'
import { clockCard, registerClock } from './clock.ts'
import { Courier, courierCard, registerCourier } from './courier.ts'
import { Faults, faultsCard, injectFaults, registerFaults } from './faults.ts'
import { guardTools } from './guard.ts'
import { inboxCard, registerInbox } from './inbox.ts'
import { registerAssets, section, sendPage, table } from './page.ts'
import { registerSnapshots, snapshotsCard } from './snapshots.ts'
import { registerState, stateCard } from './state.ts'
import type { DevTools, Tools } from './tools.ts'

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
  if (isTestBank(shop.pay)) shop.pay.lab = payLab
  const { dataDir } = shop.config
  shareClock(dataDir, dev.clock)
  await app.register(async (scope) => {
    guardTools(scope, shop.config)
    scope.addHook('onSend', async ({ method }) => {
      if (method !== 'GET') shareClock(dataDir, dev.clock)
    })
    scope.addHook('onRequest', async (_request, reply) => {
      void reply.header('cache-control', 'no-store')
    })
    const tools: Tools = { app: scope, shop, courier, ...dev }
    registerClock(tools)
    registerInbox(tools)
    registerSnapshots(tools)
    registerFaults(tools, faults)
    registerState(tools)
    registerCourier(tools)
    registerAssets(scope)
    scope.get('/dev', (_request, reply) => sendPage(reply, 200, 'QA tools', homePage(tools, faults)))
  })
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

const homePage = (tools: Tools, faults: Faults): Html =>
  html`<p>Bring the shop into any state, here or by script: every form is one JSON call, named above it.</p>
    <div class="cards">
      ${[
        clockCard(tools),
        courierCard(tools),
        inboxCard(tools),
        payLabCard(),
        snapshotsCard(tools),
        seedsCard(),
        faultsCard(faults),
        stateCard(),
      ]}
    </div>`

const payLabCard = (): Html =>
  section(
    'pay-lab',
    'Pay Lab',
    html`<p>
        On the test bank's page, under Pay Lab: press a button or type its UPI ID. By script:
        <code>POST /pay/{transactionId}</code> with the form field <code>upi</code>.
      </p>
      ${table(
        ['UPI ID', 'Outcome'],
        CASES.map(({ id, label }) => [html`<code>${id}@lab</code>`, label]),
      )}
      <p class="hint"><code>late</code> takes any number of seconds, counted by the shop's clock.</p>`,
  )

const seedsCard = (): Html =>
  section(
    'seeds',
    'Seeds',
    html`<p>In a terminal, into an empty data folder. The same seed and base give the same shop.</p>
      <pre>
DATA_DIR=/tmp/big ./haat seed --products 50000 --seed 42
DATA_DIR=/tmp/edge ./haat seed --profile edge
./haat seed --help</pre>`,
  )
