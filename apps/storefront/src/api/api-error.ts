/** A call that did not succeed. */
export class ApiError extends Error {
  /** `network`: no answer came. `http`: the server refused or failed. */
  readonly kind: 'network' | 'http'
  /** HTTP status; 0 without an answer. */
  readonly status: number
  /** The server's machine-readable reason, for example `OUT_OF_STOCK`. */
  readonly code: string | undefined
  readonly errors: readonly { path: string; message: string }[]
  /** The whole reply as it came, for reasons that carry more, for example `available`. */
  readonly body: Record<string, unknown>

  constructor(kind: 'network' | 'http', status: number, message: string, body: Record<string, unknown> = {}) {
    super(message)
    this.name = 'ApiError'
    this.kind = kind
    this.status = status
    this.body = body
    this.code = typeof body['code'] === 'string' ? body['code'] : undefined
    this.errors = Array.isArray(body['errors']) ? body['errors'] : []
  }
}

/**
 * The message to show for a failed call: the server's own where it sent one, otherwise `fallback`.
 *
 * @param network shown when no answer came; `fallback` when absent
 */
export function messageOf(error: unknown, fallback: string, network = fallback): string {
  if (!(error instanceof ApiError)) return fallback
  if (error.kind === 'network') return network
  return error.message || fallback
}
