/** Reads of the public catalogue go to the replica, unless the caller has just written, and to the primary when it fails. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Shop } from '../shop.ts'
import { Failure } from './failure.ts'

/** Seconds in which a caller who has written reads from the primary: longer than the replica may be behind. */
const OWN_WRITES_SECONDS = 2
/** Between two looks at the replica, in ms. */
const PROBLEM_MS = 60_000
const MARK = 'haat_wrote=1'

/** `primary`: the caller has just written. `fallback`: the replica is behind, or has failed. */
export type ReadFrom = 'replica' | 'primary' | 'fallback'

declare module 'fastify' {
  interface FastifyRequest {
    /** The replica that answers this request, or null: the primary does. */
    replica: Database | null
    /** Why, for the metrics; null where there is no choice. */
    readFrom: ReadFrom | null
  }
}

/**
 * Marks callers who write by a cookie of two seconds, because their next request may reach another server. Must come
 * before the routes.
 */
export function markWriters(app: FastifyInstance, { config }: Shop): void {
  app.decorateRequest('replica', null)
  app.decorateRequest('readFrom', null)
  if (config.databaseReadUrl === null) return
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  const cookie = `${MARK}; Path=/api; Max-Age=${OWN_WRITES_SECONDS}; HttpOnly; SameSite=Lax${secure}`
  app.addHook('onRequest', async ({ method }, reply) => {
    if (method !== 'GET' && method !== 'HEAD') void reply.header('set-cookie', cookie)
  })
}

/** Logs what is wrong with the replica at the start, and when it changes: the primary answers, and no caller notices. */
export function watchReplica(app: FastifyInstance, { db, config }: Shop, everyMs = PROBLEM_MS): void {
  if (config.databaseReadUrl === null) return
  let known: string | null = null
  const look = async (): Promise<void> => {
    const problem = await db.replicaProblem()
    if (problem !== null && problem !== known) app.log.warn(`${problem} The primary answers its reads.`)
    known = problem
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    void look()
    timer = setInterval(() => void look(), everyMs).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Lets the replica answer a scope's GET requests. With the QA tools, whose users look at once, the primary does. */
export function readFromReplica(scope: FastifyInstance, { db, config }: Shop): void {
  if (config.dev || config.databaseReadUrl === null) return
  scope.addHook('onRequest', async (request) => {
    const { method, headers } = request
    if (method !== 'GET') return
    const hasWritten = headers.cookie?.includes(MARK) === true
    if (!hasWritten) request.replica = db.replica()
    request.readFrom = hasWritten ? 'primary' : request.replica === null ? 'fallback' : 'replica'
  })
}

/** Reads from the request's replica, and from the primary when that fails in any way. */
export async function reading<T>(
  request: FastifyRequest,
  db: Database,
  read: (db: Database) => Promise<T>,
): Promise<T> {
  if (request.replica === null) return read(db)
  try {
    return await read(request.replica)
  } catch (error) {
    if (error instanceof Failure) throw error
    request.log.debug({ err: error }, 'the replica did not answer')
    request.replica = null
    request.readFrom = 'fallback'
    return read(db)
  }
}
