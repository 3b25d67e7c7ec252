/** PhonePe's access token: fetched once for all who need it, and again before it ends. */
import { once } from 'node:events'
import * as z from 'zod/mini'
import { ProviderRefused } from '../../adapters/payment-provider.ts'
import { readAnswer, send } from '../gateway-client.ts'

/** How early another token is fetched, in ms; after half of a shorter life. */
const RENEW_BEFORE_MS = 4 * 60_000
const FETCH_WITHIN_MS = 10_000

const Token = z.object({
  access_token: z.string().check(z.minLength(1)),
  /** Epoch seconds. */
  expires_at: z.int(),
})

export interface AccessToken {
  get: (signal: AbortSignal) => Promise<string>
  /** Forgets a token that PhonePe does not accept any more. */
  drop: (accessToken: string) => void
  /** @throws Error with a sentence */
  fetch: (signal: AbortSignal) => Promise<string>
}

export function phonepeToken(
  client: Record<'client_id' | 'client_version' | 'client_secret', string>,
  host: string,
  now: () => Date,
): AccessToken {
  let current: { accessToken: string; renewAt: number; end: number } | null = null
  let fetching: Promise<string> | null = null

  async function fetchToken(signal: AbortSignal): Promise<string> {
    const { client_id, client_version, client_secret } = client
    const body = new URLSearchParams({
      client_id,
      client_version,
      client_secret,
      grant_type: 'client_credentials',
    })
    const answer = await send('PhonePe', { url: `${host}/v1/oauth/token`, headers: {}, body }, signal)
    if (answer.status === 400 || answer.status === 401)
      throw new ProviderRefused('PhonePe does not accept the client id, version and secret.')
    const { access_token: accessToken, expires_at } = readAnswer('PhonePe', answer, Token)
    const at = now().getTime()
    const end = expires_at * 1000
    current = { accessToken, renewAt: Math.max(end - RENEW_BEFORE_MS, (at + end) / 2), end }
    return accessToken
  }

  /** One that has not ended serves while PhonePe gives no other. */
  async function renew(): Promise<string> {
    try {
      return await fetchToken(AbortSignal.timeout(FETCH_WITHIN_MS))
    } catch (error) {
      if (current && now().getTime() < current.end) return current.accessToken
      throw error
    }
  }

  return {
    async get(signal) {
      signal.throwIfAborted()
      if (current && now().getTime() < current.renewAt) return current.accessToken
      fetching ??= renew().finally(() => (fetching = null))
      return until(fetching, signal)
    },
    drop(accessToken) {
      if (current?.accessToken === accessToken) current = null
    },
    fetch: fetchToken,
  }
}

/** Waits for work that others wait for too: the signal ends only this wait. */
async function until<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = once(signal, 'abort').then(() => {
    throw signal.reason
  })
  return Promise.race([work, aborted])
}
