/** The payment providers of a shop: those of its configuration that have what they need. */
import type { GatewayName } from '@haat/contract/staff/payments'
import { GATEWAY_NAMES } from '@haat/contract/staff/payments'
import * as z from 'zod/mini'
import type { GatewayKeys, PaymentProvider, PaymentProviders } from '../adapters/payment-provider.ts'
import type { Config } from '../config.ts'
import { type Keys, paymentKeys, type PaymentKeys } from '../payment-keys.ts'
import { testBank } from '../test-bank/test-bank.ts'
import { phonepe, PHONEPE_HOSTS, PhonePeKeys } from './phonepe/phonepe.ts'
import { razorpay, RAZORPAY_HOST, RazorpayKeys, razorpayMode } from './razorpay/razorpay.ts'
import { upi } from './upi/upi.ts'

/** Where a simulated gateway is; only the QA tools serve it. */
export const simulatorPath = (name: GatewayName): string => `/dev/${name}`

export const SIMULATED_KEYS = {
  phonepe: {
    client_id: 'SIMULATED',
    client_version: '1',
    client_secret: 'simulated-client-secret',
    webhook_user: 'haat_hook',
    webhook_password: 'Simulated1',
    mode: 'test',
  },
  razorpay: {
    key_id: 'rzp_test_simulated',
    key_secret: 'simulated-key-secret',
    webhook_secrets: 'simulated-webhook-secret',
  },
} satisfies Record<GatewayName, Keys>

type Place = Pick<Config, 'publicUrl' | 'host' | 'port'>

interface Gateway {
  /** The keys as the gateway needs them. */
  read: (keys: Keys) => z.core.util.SafeParseResult<unknown>
  /** @param simulator where it is simulated; null for the real one */
  open: (keys: Keys, place: Place, now: () => Date, simulator: string | null) => PaymentProvider
  isTest: (keys: Keys) => boolean
  shownKey: string
}

const Mode = z.object({ mode: z.enum(['live', 'test'], 'mode is live or test') })

const razorpayKeys = ({ webhook_secrets = '', ...keys }: Keys) => ({
  ...keys,
  webhook_secrets: webhook_secrets.split(',').flatMap((secret) => secret.trim() || []),
})

const GATEWAYS: Record<GatewayName, Gateway> = {
  phonepe: {
    read: (keys) => z.safeParse(z.extend(PhonePeKeys, Mode.shape), keys),
    open(keys, _place, now, simulator) {
      const hosts = simulator
        ? { token: simulator, pay: simulator }
        : PHONEPE_HOSTS[keys['mode'] === 'live' ? 'production' : 'sandbox']
      return phonepe({ keys: PhonePeKeys.parse(keys), hosts, now })
    },
    isTest: ({ mode }) => mode !== 'live',
    shownKey: 'client_id',
  },
  razorpay: {
    read: (keys) => z.safeParse(RazorpayKeys, razorpayKeys(keys)),
    open(keys, { publicUrl }, _now, simulator) {
      return razorpay({
        keys: RazorpayKeys.parse(razorpayKeys(keys)),
        host: simulator ?? RAZORPAY_HOST,
        publicUrl,
      })
    },
    isTest: (keys) => razorpayMode({ key_id: keys['key_id'] ?? '' }) === 'test',
    shownKey: 'key_id',
  },
}

export function openProviders(config: Config, now: () => Date): PaymentProviders {
  const stored = paymentKeys(config.dataDir, config.paymentKeys)
  const bank = config.payment.includes('test-bank') ? [testBank(config)] : []
  const own = config.payment.includes('upi') ? [upi(config)] : []
  const open = () => [
    ...own,
    ...GATEWAY_NAMES.flatMap((name) => openGateway(name, config, stored, now)),
    ...bank,
  ]
  let opened = { version: stored.version(), all: open() }
  return {
    get all() {
      const version = stored.version()
      if (version !== opened.version) opened = { version, all: open() }
      return opened.all
    },
    gateways: gatewayKeys(config, stored),
  }
}

/**
 * Nothing for a gateway that the shop does not use, or whose keys are missing or wrong. The simulator answers to keys with the
 * id that it knows, so that wrong secrets can be tried.
 */
function openGateway(
  name: GatewayName,
  config: Config,
  stored: PaymentKeys,
  now: () => Date,
): PaymentProvider[] {
  if (!config.payment.includes(name)) return []
  const { read, open, shownKey } = GATEWAYS[name]
  const found = stored.of(name)
  const simulated: Keys = SIMULATED_KEYS[name]
  const { keys } = found ?? { keys: simulated }
  const isOwn = isSimulated(name, config) && keys[shownKey] === simulated[shownKey]
  if ((!found && !isOwn) || !read(keys).success) return []
  return [open(keys, config, now, isOwn ? ownAddress(config) + simulatorPath(name) : null)]
}

/** Where the shop calls itself: its public address may lead through a proxy. */
export const ownAddress = ({ host, port }: Place): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** A gateway that PAYMENT names, where there are QA tools. */
export const isSimulated = (name: GatewayName, { dev, namedPayment }: Config): boolean =>
  dev && namedPayment.includes(name)

const gatewayKeys = (
  config: Config,
  stored: PaymentKeys,
  tries = new Map<string, NonNullable<ReturnType<GatewayKeys['state']>['tried']>>(),
): GatewayKeys => ({
  state(gateway) {
    const name = gateway as GatewayName
    const found = stored.of(name)
    const keys = found?.source ?? (isSimulated(name, config) ? 'simulator' : 'none')
    const { isTest, shownKey } = GATEWAYS[name]
    const { issues = [] } = (found && GATEWAYS[name].read(found.keys).error) ?? {}
    return {
      keys: issues.length > 0 ? 'incomplete' : keys,
      missing: issues.map(({ path: [key], message }) =>
        found?.keys[String(key)] ? `${String(key)}: ${message}` : `${String(key)}: missing`,
      ),
      key_id: found?.keys[shownKey] ?? null,
      is_test: found ? isTest(found.keys) : keys === 'simulator',
      tried: tries.get(name) ?? null,
    }
  },
  noteTry: (gateway, tried) => void tries.set(gateway, tried),
  faultOf(gateway, typed) {
    const { issues = [] } = GATEWAYS[gateway as GatewayName].read(typed).error ?? {}
    const wrong = issues.find(({ path: [key] }) => typed[String(key)])
    return wrong ? `${wrong.message}.` : null
  },
  store(gateway, changes) {
    const name = gateway as GatewayName
    tries.delete(name)
    stored.store(name, { ...stored.of(name)?.keys, ...changes })
  },
  forget(gateway) {
    tries.delete(gateway)
    stored.store(gateway, null)
  },
})
