/** The simulated gateways, for those that PAYMENT names. Customers' browsers open their pages. */
import { GATEWAY_NAMES } from '@haat/contract/staff/payments'
import type { FastifyInstance } from 'fastify'
import { isSimulated, ownAddress, SIMULATED_KEYS, simulatorPath } from '../gateways/gateways.ts'
import { phonepeSimulator } from '../gateways/phonepe/simulator.ts'
import { razorpaySimulator } from '../gateways/razorpay/simulator.ts'
import type { Shop } from '../shop.ts'
import { toolsGuard } from './guard.ts'

export async function simulateGateways(app: FastifyInstance, { config, now }: Shop): Promise<void> {
  for (const name of GATEWAY_NAMES.filter((one) => isSimulated(one, config))) {
    const webhookUrl = `${ownAddress(config)}/api/payments/${name}/callback`
    const options = {
      url: config.publicUrl + simulatorPath(name),
      webhookUrl,
      now,
      guard: toolsGuard(config),
    }
    if (name === 'phonepe') await phonepeSimulator(app, { ...options, keys: SIMULATED_KEYS.phonepe })
    else {
      const { webhook_secrets, ...keys } = SIMULATED_KEYS.razorpay
      await razorpaySimulator(app, { ...options, keys: { ...keys, webhook_secrets: [webhook_secrets] } })
    }
  }
}
