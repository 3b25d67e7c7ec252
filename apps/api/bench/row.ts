/** A row of the table that the bench prints. */
import { closedLoop, Figures } from './load.ts'
import type { Customer } from './customers.ts'
import type { BenchShop, Server } from './server.ts'

/** What a row is measured on. */
export interface Bench {
  shop: BenchShop
  server: Server
  bareServer: Pick<Server, 'port' | 'cpuTime'>
  customers: Customer[]
  /** The bare Fastify server, measured just before: requests per second, and processor time of one in ms. */
  bare: { perSecond: number; cpu: number }
}

export interface Row {
  id: string
  what: string
  figures: Figures
  /** Processor time of a request, in ms. */
  cpu?: number
  /** Counts beside the response times. */
  counts?: string
  mark: string
  /** Whether the mark is reached, times included. */
  holds: boolean
  /** What is wrong on any machine, however slow: wrong replies, lost orders, too much memory. */
  faults: string[]
}

export const HEADINGS = [
  ['Id', 'What', 'Engine', 'Rate', 'p50', 'p99', 'Rate of bare', 'CPU of bare', 'Counts', 'Mark', 'Holds'],
  ['---', '---', '---', '--:', '--:', '--:', '--:', '--:', '---', '---', '---'],
].map(line)

export function toLine({ shop, bare }: Bench, row: Row): string {
  const { id, what, figures, cpu, counts = figures.summary, mark, holds, faults } = row
  return line([
    id,
    what,
    shop.engine,
    `${figures.perSecond.toFixed(0)}/s`,
    `${figures.percentile(0.5).toFixed(1)} ms`,
    `${figures.percentile(0.99).toFixed(1)} ms`,
    (figures.perSecond / bare.perSecond).toFixed(3),
    cpu === undefined ? '' : (cpu / bare.cpu).toFixed(1),
    [counts, ...faults.map((fault) => `**${fault}**`)].join('; '),
    mark,
    holds && faults.length === 0 ? 'yes' : 'no',
  ])
}

/** A line of the table. */
export function line(cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** `faults` with the fault, if it is one. */
export const fault = (isFault: boolean, text: string): string[] => (isFault ? [text] : [])

/** Measures the processor time of a request too, in ms. */
export async function withCpu(
  server: Pick<Server, 'cpuTime'>,
  work: () => Promise<Figures>,
): Promise<{ figures: Figures; cpu: number }> {
  const before = server.cpuTime()
  const figures = await work()
  return { figures, cpu: (server.cpuTime() - before) / figures.requests }
}

const BARE_CONNECTIONS = 64
const BARE_REQUESTS = 20_000

/** Measures the bare server, after a warm-up. */
export async function measureBare(server: Pick<Server, 'port' | 'cpuTime'>): Promise<Bench['bare']> {
  const load = { port: server.port, connections: BARE_CONNECTIONS, call: () => ({ path: '/' }) }
  await closedLoop(load, { requests: BARE_REQUESTS / 4 })
  const { figures, cpu } = await withCpu(server, () => closedLoop(load, { requests: BARE_REQUESTS }))
  return { perSecond: figures.perSecond, cpu }
}
