/** PhonePe PG v2, Standard Checkout. Amounts are paise; tokens end in seconds, everything else is milliseconds. */
import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import {
  type PaymentProvider,
  type PaymentReport,
  ProviderRefused,
  type RefundReport,
} from '../../adapters/payment-provider.ts'
import { equalDigests } from '../../secrets.ts'
import { type Answer, lenient, parseJson, readAnswer, send } from '../gateway-client.ts'
import { phonepeToken } from './token.ts'

export interface PhonePeHosts {
  /** Base addresses without a slash at the end. */
  token: string
  pay: string
}

export const PHONEPE_HOSTS = {
  production: {
    token: 'https://api.phonepe.com/apis/identity-manager',
    pay: 'https://api.phonepe.com/apis/pg',
  },
  sandbox: {
    token: 'https://api-preprod.phonepe.com/apis/pg-sandbox',
    pay: 'https://api-preprod.phonepe.com/apis/pg-sandbox',
  },
} satisfies Record<string, PhonePeHosts>

const copied = (what: string) =>
  z.string().check(z.trim(), z.regex(/^[\x21-\x7e]{1,200}$/, `Copy the ${what} from PhonePe Business`))

export const PhonePeKeys = z.object({
  client_id: copied('client id'),
  client_version: z
    .string()
    .check(z.trim(), z.regex(/^\d{1,5}$/, 'The client version is a number, such as 1')),
  client_secret: copied('client secret'),
  webhook_user: z
    .string()
    .check(z.regex(/^\w{5,20}$/, 'The webhook user name has 5 to 20 letters, digits and underscores')),
  webhook_password: z
    .string()
    .check(
      z.regex(
        /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{8,20}$/,
        'The webhook password has 8 to 20 letters and digits, and some of both',
      ),
    ),
})
export type PhonePeKeys = z.output<typeof PhonePeKeys>

/** PhonePe refuses orders that wait for less or more; seconds. */
const EXPIRE_AFTER = { min: 300, max: 3600 }
/** Orders end after an hour at most; a bank may take some more to say how the last attempt ended. */
const SETTLES_WITHIN_HOURS = 24

const Id = z.string().check(z.regex(/^[\w-]{1,63}$/))
const Text = lenient(z.string())
const Started = z.object({
  orderId: z.string().check(z.maxLength(100)),
  redirectUrl: z.url({ protocol: /^https?$/ }),
})
const Order = z.object({
  state: z.string(),
  amount: z.int(),
  errorCode: Text,
  detailedErrorCode: Text,
  paymentDetails: lenient(
    z.array(
      z.object({
        transactionId: z.string().check(z.maxLength(100)),
        state: z.string(),
        amount: lenient(z.int()),
        errorCode: Text,
        detailedErrorCode: Text,
      }),
    ),
  ),
})
const Paths = z.object({ rail: lenient(z.object({ utr: Text })) })
const Refund = z.object({
  originalMerchantOrderId: lenient(Id),
  refundId: Text,
  amount: z.int(),
  state: z.string(),
  errorCode: Text,
  detailedErrorCode: Text,
  splitInstruments: lenient(z.array(Paths)),
})
const Event = z.object({
  event: z.string(),
  payload: lenient(z.object({ merchantOrderId: lenient(Id), merchantRefundId: lenient(Id) })),
})

/** Any state that is not named here can still change, unknown ones too. */
const FINAL = new Set(['COMPLETED', 'FAILED'])
const stateOf = (state: string) => (FINAL.has(state) ? (state as 'COMPLETED' | 'FAILED') : 'PENDING')

/**
 * The header of a webhook authenticates its sender and says nothing about its body, so a webhook is only the occasion
 * to ask for the state of the order or refund that it names.
 *
 * @param options.now the shop's clock
 */
export function phonepe({ keys, hosts, now }: { keys: PhonePeKeys; hosts: PhonePeHosts; now: () => Date }) {
  const token = phonepeToken(keys, hosts.token, now)

  /** Once more with another token after a 401: PhonePe may revoke one before it ends. */
  async function ask(path: string, signal: AbortSignal, body?: object): Promise<Answer> {
    const attempt = async (accessToken: string) => {
      const headers = { authorization: `O-Bearer ${accessToken}`, accept: 'application/json' }
      return send('PhonePe', { url: hosts.pay + path, headers, ...(body && { body }) }, signal)
    }
    const accessToken = await token.get(signal)
    const answer = await attempt(accessToken)
    if (answer.status !== 401) return answer
    token.drop(accessToken)
    return attempt(await token.get(signal))
  }

  async function orderStatus(merchantOrderId: string, signal: AbortSignal): Promise<PaymentReport | null> {
    const answer = await ask(`/checkout/v2/order/${merchantOrderId}/status?details=true`, signal)
    const isRefused = answer.status === 400 && z.safeParse(UNKNOWN_ORDER, answer.body).success
    if (isRefused || answer.status === 404) return null
    const { state, amount, paymentDetails, ...error } = readAnswer('PhonePe', answer, Order)
    const paid = new Map(
      paymentDetails
        ?.filter((attempt) => attempt.state === 'COMPLETED')
        .map((attempt) => [attempt.transactionId, attempt.amount ?? amount]),
    )
    const codes = codesOf(paymentDetails?.findLast((attempt) => attempt.errorCode) ?? error)
    const [providerPaymentId = null, ...others] = paid.keys()
    const further = others.map((id) => ({ providerPaymentId: id, amount: paid.get(id)! }))
    return {
      ...{ merchantOrderId, state: stateOf(state), amount, providerPaymentId, fee: null },
      ...(paymentDetails?.at(-1)?.state === 'PENDING' && { isUnderWay: true }),
      ...(further.length > 0 && { further }),
      ...(paid.size === 0 && codes && { problem: `PhonePe: ${codes}.` }),
    }
  }

  async function refundStatus(merchantRefundId: string, signal: AbortSignal): Promise<RefundReport | null> {
    const answer = await ask(`/payments/v2/refund/${merchantRefundId}/status`, signal)
    // PhonePe does not publish its code for an unknown refund, and nothing else can be wrong with this request.
    if (answer.status === 400 || answer.status === 404) return null
    return refundReport(merchantRefundId, readAnswer('PhonePe', answer, Refund))
  }

  return {
    name: 'phonepe',
    label: 'PhonePe',
    marks: ['UPI', 'Cards', 'Net banking', 'Wallets'],
    simulated: hosts.pay !== PHONEPE_HOSTS.production.pay,
    settlesWithinHours: SETTLES_WITHIN_HOURS,
    checkKeys: async (signal) => void (await token.fetch(signal)),
    async start({ merchantOrderId, amount, orderNumber, customer, returnUrl, expiresAt }, signal) {
      const left = Math.floor((expiresAt.getTime() - now().getTime()) / 1000)
      const answer = await ask('/checkout/v2/pay', signal, {
        merchantOrderId,
        amount,
        expireAfter: Math.min(Math.max(left, EXPIRE_AFTER.min), EXPIRE_AFTER.max),
        metaInfo: { udf1: orderNumber },
        paymentFlow: {
          type: 'PG_CHECKOUT',
          message: `Order ${orderNumber}`,
          merchantUrls: { redirectUrl: returnUrl },
        },
        prefillUserLoginDetails: { phoneNumber: `+91${customer.phone.slice(-10)}` },
      })
      const { orderId, redirectUrl } = readAnswer('PhonePe', answer, Started)
      return { paymentUrl: redirectUrl, providerReference: orderId }
    },
    status: ({ merchantOrderId }, signal) => orderStatus(merchantOrderId, signal),
    async parseCallback({ headers, rawBody }, _now, signal) {
      const { webhook_user, webhook_password } = keys
      const expected = hash('sha256', `${webhook_user}:${webhook_password}`)
      const { authorization } = headers
      if (typeof authorization !== 'string' || !equalDigests(authorization, expected)) return undefined
      const event = z.safeParse(Event, parseJson(rawBody)).data
      if (!event) return undefined
      const { merchantOrderId, merchantRefundId } = event.payload ?? {}
      if (merchantRefundId) {
        const refund = await refundStatus(merchantRefundId, signal)
        return refund && { refund }
      }
      const report = merchantOrderId && (await orderStatus(merchantOrderId, signal))
      return report ? { payment: { ...report, event_id: eventId(report), transactionId: null } } : null
    },
    async refund({ merchantRefundId, amount, payment: { merchantOrderId } }, signal) {
      const body = { merchantRefundId, originalMerchantOrderId: merchantOrderId, amount }
      const answer = await ask('/payments/v2/refund', signal, body)
      try {
        return refundReport(merchantRefundId, readAnswer('PhonePe', answer, Refund))
      } catch (error) {
        // Refused, too, when the same refund was asked for before.
        const made = error instanceof ProviderRefused && (await refundStatus(merchantRefundId, signal))
        if (!made) throw error
        return made
      }
    },
    refundStatus: ({ merchantRefundId }, signal) => refundStatus(merchantRefundId, signal),
  } satisfies PaymentProvider
}

/** `AUTHORIZATION_ERROR (ZM)`; nothing without an error. */
const codesOf = ({
  errorCode,
  detailedErrorCode: detail,
}: Pick<z.output<typeof Order>, 'errorCode' | 'detailedErrorCode'>): string =>
  errorCode ? `${errorCode}${detail ? ` (${detail})` : ''}`.slice(0, 100) : ''

const UNKNOWN_ORDER = z.object({ code: z.literal('MERCHANT_ORDER_MAPPING_NOT_FOUND') })

/** PhonePe's events have no id: one event for each state of the order. */
const eventId = ({ merchantOrderId, state, providerPaymentId }: PaymentReport): string =>
  ['phonepe', merchantOrderId, state, ...(providerPaymentId ? [providerPaymentId] : [])].join(':')

function refundReport(merchantRefundId: string, refund: z.output<typeof Refund>): RefundReport {
  const state = stateOf(refund.state)
  const code = refund.detailedErrorCode || refund.errorCode
  return {
    merchantRefundId,
    state,
    amount: refund.amount,
    providerRefundId: refund.refundId ?? null,
    of: refund.originalMerchantOrderId ? { merchantOrderId: refund.originalMerchantOrderId } : {},
    reference: refund.splitInstruments?.map(({ rail }) => rail?.utr).find(Boolean) ?? null,
    problem:
      state === 'FAILED' ? `PhonePe could not pay back${code ? ` (${code.slice(0, 50)})` : ''}.` : null,
  }
}
