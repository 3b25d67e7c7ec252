/** Reads of the public catalogue go to the replica, and to the primary when it fails. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Shop } from '../shop.ts'
import { Failure } from './failure.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * What answers this request, for the metrics too; null where there is no choice. `fallback`: the primary, because the
     * replica is behind or has failed.
     */
    readFrom: 'replica' | 'fallback' | null
  }
}

/** Lets the replica answer a scope's GET requests. With the QA tools, whose users look at once, the primary does. */
export function readFromReplica(scope: FastifyInstance, { config }: Shop): void {
  if (config.dev || config.databaseReadUrl === null) return
  scope.addHook('onRequest', async (request) => {
    if (request.method === 'GET') request.readFrom = 'replica'
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
