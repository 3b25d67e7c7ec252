/** What the server does on its own while it runs. */
import type { Shop } from './shop.ts'

/** Starts the jobs; the returned function ends them and waits for the one at work. */
export function startJobs(_shop: Shop): () => Promise<void> {
  return async () => undefined
}
