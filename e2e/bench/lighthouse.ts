/**
 * `npm run bench -- lighthouse [--runs 5]`: Lighthouse with its mobile defaults on home, a category and a product of
 * the demo shop without QA tools, on this machine's Chromium; medians of some runs. Needs a build. Lighthouse is large, so it is
 * downloaded at the first run, not with an install.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { launchOptions } from '../src/browser.ts'
import { openShop } from '../src/shop.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'
const PAGES = ['/', '/category-page?category=1', '/product/1']
/** Until sizes of pictures are made. */
const WARM_UP = 1

/** The part of a report that counts. */
interface Report {
  categories: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', { score: number }>
  audits: Record<string, { numericValue?: number; details?: { items?: Record<string, unknown>[] } }>
}

interface Column {
  name: string
  mark: string
  of: (report: Report) => number
  digits?: number
}

const audit = (name: string) => (report: Report) => report.audits[name]?.numericValue ?? Number.NaN
const percent = (name: keyof Report['categories']) => (report: Report) => report.categories[name].score * 100

function scriptBytes({ audits }: Report): number {
  const requests = audits['network-requests']?.details?.items ?? []
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
  return scripts.reduce((sum, { transferSize }) => sum + Number(transferSize), 0)
}

const COLUMNS: Column[] = [
  { name: 'Performance', mark: '≥ 98', of: percent('performance') },
  { name: 'Accessibility', mark: '100', of: percent('accessibility') },
  { name: 'Best practices', mark: '100', of: percent('best-practices') },
  { name: 'SEO', mark: '100', of: percent('seo') },
  { name: 'LCP', mark: '≤ 1600 ms', of: audit('largest-contentful-paint') },
  { name: 'TBT', mark: '≤ 100 ms', of: audit('total-blocking-time') },
  { name: 'CLS', mark: '≤ 0.01', of: audit('cumulative-layout-shift'), digits: 3 },
  { name: 'Scripts', mark: '≤ 115000, 120000 bytes', of: scriptBytes },
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' } },
})
const pages = positionals.some((path) => path.startsWith('/')) ? positionals : PAGES

const { executablePath = '', args = [] } = await launchOptions()
const pnpm = join(dirname(createRequire(import.meta.url).resolve('pnpm/package.json')), 'bin/pnpm.mjs')

function measure(url: string, file: string): Report {
  const flags = [
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--chrome-flags=${['--headless', ...args].join(' ')}`,
  ]
  execFileSync(process.execPath, [pnpm, 'dlx', LIGHTHOUSE, url, ...flags], {
    env: {
      ...process.env,
      CHROME_PATH: executablePath,
      // Lighthouse's own program starts the first Node that it finds.
      PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return JSON.parse(readFileSync(file, 'utf8'))
}

const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

const line = (cells: string[]): string => `| ${cells.join(' | ')} |`

const folder = mkdtempSync(join(tmpdir(), 'haat-lighthouse-'))
const shop = await openShop(undefined, {})
try {
  console.log(line(['Page', ...COLUMNS.map(({ name }) => name)]))
  console.log(line(['---', ...COLUMNS.map(() => '--:')]))
  for (const path of pages) {
    const reports: Report[] = []
    for (let run = 0; run < WARM_UP + Number(values.runs); run += 1) {
      const report = measure(shop.url + path, join(folder, 'report.json'))
      if (run >= WARM_UP) reports.push(report)
    }
    const medians = COLUMNS.map(({ of, digits = 0 }) => median(reports.map(of)).toFixed(digits))
    console.log(line([path, ...medians]))
  }
  console.log(line(['mark', ...COLUMNS.map(({ mark }) => mark)]))
} finally {
  await shop.stop()
  rmSync(folder, { recursive: true, force: true })
}
