/** Of L11: asks, from a process of its own, for pages that must be rendered: `node flood.ts PORT CONNECTIONS SECONDS`. */
import { closedLoop } from './load.ts'

/** What the process sends to its parent. */
export interface Flood {
  perSecond: number
  summary: string
  /** How many pages the server has rendered. */
  rendered: number
}

const [port = 0, connections = 0, seconds = 0] = process.argv.slice(2).map(Number)

/** A search, a list and a variant that nobody has asked for before. */
const COLD = [
  (n: number) => `/search-results?query=flood%20${n}`,
  (n: number) => `/category-page?min_price=${n}`,
  (n: number) => `/product/1?variant=${n}`,
]

let rendered = 0
const figures = await closedLoop(
  {
    port,
    connections,
    // Each number of connections has addresses of its own.
    call: (n) => ({ path: COLD[n % COLD.length]!(connections * 1_000_000 + n) }),
    onReply: ({ body }) => void (rendered += body.includes('id="replies"') ? 1 : 0),
  },
  { seconds },
)
const { perSecond, summary } = figures
process.send?.({ perSecond, summary, rendered } satisfies Flood)
