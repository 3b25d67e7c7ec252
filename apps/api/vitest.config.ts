import { globSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { isLong } from '../../scripts/depth.ts'

/**
 * What no database engine can change: `npm test` runs it on SQLite alone, `npm run test:nightly` on both.
 */
const ENGINE_INDEPENDENT = [
  // Pure functions and processes: no database at all, or none that matters.
  'src/{config,locales,log,network}.test.ts',
  'src/db/schema.test.ts',
  'src/features/auth/password.test.ts',
  'src/features/orders/{documents,transition}.test.ts',
  'src/features/search/words.test.ts',
  'src/acts/cells/{clean-text,fields}.test.ts',
  'src/{http/*,acts/serve-acts}.test.ts',
  'test/{documents,floors,patterns}.test.ts',
  // HTTP: decided before a query is made, or by conditions that both engines evaluate alike.
  'test/{authorisation,docs,headers,mass-assignment,staff-authorisation}.test.ts',
  'src/features/auth/login-networks.test.ts',
  'test/hostile-{bodies,connections,origins}.test.ts',
  'test/{enumeration,guesses,hostile-fuzz,hostile-ids,traversal}.test.ts',
  // Bytes: PDF, mail, pictures, spreadsheets. What they read is read by tests of both engines too.
  'src/adapters/smtp.test.ts',
  'src/features/invoices/invoices.test.ts',
  'src/features/mail/mails.test.ts',
  'src/features/media/{media,shared-media}.test.ts',
  'src/merchant/importing/layouts/layouts.test.ts',
  'src/merchant/importing/{pictures,real-files}.test.ts',
  'src/merchant/media/media-command.test.ts',
  // Shops that the same code generates for both engines; deals and listings have tests on both.
  'src/merchant/seeding/seed-prices.test.ts',
  // The QA tools and the test bank's pages: they act through the shop's own stores.
  'src/dev/{clock,dev,faults,guard,inbox}.test.ts',
  'src/test-bank/*.test.ts',
  // HTTP against simulated gateways, without a shop.
  'src/gateways/**/*.test.ts',
]

/**
 * What asks PostgreSQL nothing new: rules, files and commands over stores that other tests try on both engines at every
 * commit, and kills and races of whole servers, which nightly runs repeat a hundredfold. A shop of PostgreSQL costs three
 * times the processor time of one of SQLite.
 */
const POSTGRES_AT_NIGHT = [
  // Their statements are those of the files of this engine that stay, which send them to it at every commit; but for those
  // of settlement, transfers, exports and staff sessions, which no shopper waits for.
  // Of other files, the tests that `test/rule.ts` adds are left to the night for the same reason.
  'src/acts/{audit,find,payments,today}/*.test.ts',
  'src/acts/orders/{parcel-papers,refund-part}.test.ts',
  'src/acts/settings/{brand,mail-account}.test.ts',
  'src/acts/exporting/*.test.ts',
  'src/features/orders/{cancel,order-terms,order-text,returns}.test.ts',
  'src/features/auth/auth.test.ts',
  'src/features/catalog/listing-columns.test.ts',
  'src/features/orders/races.test.ts',
  'src/features/payments/payments.test.ts',
  'src/features/profile/profile.test.ts',
  'src/features/staff/staff-session.test.ts',
  'src/merchant/importing/{catalogue-import,stock-and-prices,undo-import}.test.ts',
  'test/{money-model,search-quality,shop-model}.test.ts',
  'src/dev/{snapshots,state}.test.ts',
  'src/features/{alerts,seo,settings,storefront,wishlist}/*.test.ts',
  'src/features/auth/{attempts,device-name,password-rules}.test.ts',
  'src/features/cart/guest-cart.test.ts',
  'src/features/invoices/pdf-text.test.ts',
  'src/features/orders/{abandon,free-shipping,order-again,order-limits}.test.ts',
  'src/features/profile/{sessions,verify-email}.test.ts',
  'src/acts/{pages,search}/*.test.ts',
  'src/acts/customers/{block-customer,privacy}.test.ts',
  'src/merchant/{seeding,setup}/*.test.ts',
  'src/merchant/doctor/*.test.ts',
  'src/merchant/moving/move-shop.postgres.test.ts',
  'src/merchant/importing/{picture-archives,sellers-files}.test.ts',
  'src/request-id.test.ts',
  'test/{clock-jumps,crash,interleaving,merchant-shop,shop-id,vanishing-clients}.test.ts',
  'test/{broken-connections,replica,two-servers-state}.postgres.test.ts',
]

/**
 * Depth, for both engines: whole programs that take many seconds, races of two servers, stops under load, and floods.
 * What they pass through has tests of its own at every commit.
 */
const AT_NIGHT = [
  'src/features/auth/login-networks.test.ts',
  'src/merchant/backup/{backup-media,scheduled-backup}.sqlite.test.ts',
  'src/merchant/doctor/remedies.sqlite.test.ts',
  'src/merchant/media/media-command.test.ts',
  'src/merchant/seeding/seed-prices.test.ts',
  'test/{catalogue-commands,launcher,log,qa-document,stop}.sqlite.test.ts',
  'test/{hostile-connections,log-failures,two-servers}.test.ts',
]

const gone = [...ENGINE_INDEPENDENT, ...POSTGRES_AT_NIGHT, ...AT_NIGHT].filter(
  (glob) => globSync(glob, { cwd: import.meta.dirname }).length === 0,
)
if (gone.length > 0) throw new Error(`vitest.config.ts names tests that do not exist: ${gone.join(', ')}`)

/** What this machine or this run leaves out. */
const LEFT_OUT = [
  ...(isLong ? [] : ['**/*.nightly{,.sqlite,.postgres}.test.ts', ...AT_NIGHT]),
  ...(process.env['STRACE_PATH'] ? [] : ['test/disk-faults.sqlite.test.ts']),
]

/** What two servers of one shop cannot pass: it looks into one of them. */
const ONE_SERVER = [
  // Counts the queries of one server.
  'src/features/catalog/catalogue-cache.postgres.test.ts',
  // Each server counts its own requests.
  'src/metrics/metrics.test.ts',
]
/** @param servers with two, each request of a test goes to the other of two servers of its shop */
export const project = (engine: 'sqlite' | 'postgres', servers: 1 | 2 = 1) => ({
  test: {
    name: servers === 1 ? engine : 'two-servers',
    include:
      servers === 1
        ? ['src/**/*.test.ts', 'test/**/*.test.ts']
        : ['src/features/**/*.test.ts', 'test/{clock-jumps,interleaving,merchant-shop,shop-model}.test.ts'],
    exclude:
      engine === 'sqlite'
        ? ['**/*.postgres.test.ts', ...LEFT_OUT]
        : [
            '**/*.sqlite.test.ts',
            ...LEFT_OUT,
            ...(isLong ? [] : POSTGRES_AT_NIGHT),
            ...(isLong && servers === 1 ? [] : ENGINE_INDEPENDENT),
            ...(servers === 1 ? [] : [...ONE_SERVER]),
          ],
    globalSetup: 'test/template.ts',
    setupFiles: 'test/cheap-passwords.ts',
    env: { TEST_ENGINE: engine, TEST_SERVERS: String(servers) },
    provide: { engine },
    // Long enough for a machine that is busy with other checks.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    // Modules are loaded once per worker: loading them takes longer than most files' tests.
    isolate: false,
  },
})

export default defineConfig({
  test: {
    projects: [project('sqlite'), project('postgres'), ...(isLong ? [project('postgres', 2)] : [])],
  },
})
