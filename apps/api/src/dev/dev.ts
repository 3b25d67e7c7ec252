/**
 * The QA tools under /dev. Loaded only where `config.dev` is true, which production never is; they act on the
 * shop without asking who calls.
 */
import type { FastifyInstance } from 'fastify'
import { isTestBank } from '../test-bank/test-bank.ts'
import type { Context } from '../shop.ts'
import { registerClock } from './clock-tool.ts'
import { Courier, registerCourier } from './courier.ts'
import { Faults, registerFaults, standInFront } from './faults.ts'
import { registerMessages } from './messages.ts'
import { registerPages } from './page/pages.ts'
import { payLab } from '../test-bank/pay-lab.ts'
import { registerSnapshots } from './snapshots.ts'
import { registerState } from './state.ts'
import type { DevTools, Tools } from './tools.ts'

/**
 * Registers the tools. Before the shop's own routes: faults stand in front of them.
 *
 * @throws when the configuration does not allow it, whoever asks
 */
export async function registerDev(app: FastifyInstance, shop: Context, dev: DevTools): Promise<void> {
  if (!shop.config.dev || shop.config.production) throw new Error('The QA tools are off.')
  const tools: Tools = { app, shop, whenTimePasses: [], ...dev }
  const faults = new Faults()
  tellTime(tools)
  standInFront(app, faults)
  if (isTestBank(shop.pay)) shop.pay.lab = payLab
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      void reply.header('cache-control', 'no-store')
    })
    const inside = { ...tools, app: scope }
    registerClock(inside)
    registerMessages(inside)
    registerSnapshots(inside)
    registerFaults(inside, faults)
    registerState(inside)
    const courier = new Courier(inside)
    registerCourier(inside, courier)
    registerPages(scope, { tools: inside, faults, courier })
  })
}

/** Lets the browser's clock follow the shop's with every call it makes. */
function tellTime({ app, clock }: Tools): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/')) void reply.header('x-haat-now', clock.now().toISOString())
  })
}
