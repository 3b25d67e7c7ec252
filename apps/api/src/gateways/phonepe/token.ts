/** PhonePe's access token: kept for all who need it, and fetched again before it ends. */
import * as z from 'zod/mini'
import { ProviderRefused } from '../../adapters/payment-provider.ts'
import { readAnswer, send } from '../gateway-client.ts'

/** How early another token is fetched, in ms; after half of a shorter life. */
const RENEW_BEFORE_MS = 4 * 60_000

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
  let current: { accessToken: string; renewAt: number } | null = null

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
    current = { accessToken, renewAt: Math.max(end - RENEW_BEFORE_MS, (at + end) / 2) }
    return accessToken
  }

  return {
    get: async (signal) =>
      current && now().getTime() < current.renewAt ? current.accessToken : fetchToken(signal),
    drop(accessToken) {
      if (current?.accessToken === accessToken) current = null
    },
    fetch: fetchToken,
  }
}
