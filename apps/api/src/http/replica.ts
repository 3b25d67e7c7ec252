/** Reads of the public catalogue go to the replica, unless the caller has just written, and to the primary when it fails. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Shop } from '../shop.ts'
import { Failure } from './failure.ts'

/** Seconds in which a caller who has written reads from the primary: longer than the replica may be behind. */
const OWN_WRITES_SECONDS = 2
const MARK = 'haat_wrote=1'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * What answers this request, for the metrics too; null where there is no choice. `primary`: the caller has just
     * written. `fallback`: the replica is behind, or has failed.
     */
    readFrom: 'replica' | 'primary' | 'fallback' | null
  }
}

/**
 * Marks callers who write by a cookie of two seconds, because their next request may reach another server. Must come
 * before the routes.
 */
export function markWriters(app: FastifyInstance, { config }: Shop): void {
  app.decorateRequest('readFrom', null)
  if (config.databaseReadUrl === null) return
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  const cookie = `${MARK}; Path=/api; Max-Age=${OWN_WRITES_SECONDS}; HttpOnly; SameSite=Lax${secure}`
  app.addHook('onRequest', async ({ method }, reply) => {
    if (method !== 'GET' && method !== 'HEAD') void reply.header('set-cookie', cookie)
  })
}

/** Lets the replica answer a scope's GET requests. With the QA tools, whose users look at once, the primary does. */
export function readFromReplica(scope: FastifyInstance, { config }: Shop): void {
  if (config.dev || config.databaseReadUrl === null) return
  scope.addHook('onRequest', async (request) => {
    const { method, headers } = request
    if (method === 'GET') request.readFrom = headers.cookie?.includes(MARK) ? 'primary' : 'replica'
  })
}

/** Reads from the replica where it answers the request, and from the primary when that fails in any way. */
export async function reading<T>(
  request: FastifyRequest,
  db: Database,
  read: (db: Database) => Promise<T>,
): Promise<T> {
  if (request.readFrom !== 'replica') return read(db)
  try {
    const replica = db.replica()
    if (replica !== null) return await read(replica)
  } catch (error) {
    if (error instanceof Failure) throw error
    request.log.debug({ err: error }, 'the replica did not answer')
  }
  request.readFrom = 'fallback'
  return read(db)
}
