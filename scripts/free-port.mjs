import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems choose themselves: until its server listens, nothing else gets one of these. */
const [FIRST, COUNT] = [20_000, 12_000]
let last = Math.floor(Math.random() * COUNT)

/**
 * @returns {Promise<number>} an unused TCP port of the loopback interface; no two of a process are the same, as HTTP clients
 *   keep connections to servers that are gone
 */
export async function freePort() {
  for (;;) {
    last = (last + 1) % COUNT
    const port = FIRST + last
    const probe = createServer()
    const isFree = once(probe, 'listening').then(
      () => true,
      () => false,
    )
    probe.listen(port, '127.0.0.1')
    if (!(await isFree)) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
