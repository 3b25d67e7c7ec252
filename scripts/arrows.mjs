// Checks which folders of a package may import which, as far as the linter cannot. Tests may import anything.
// Rules for imports of other packages (zod, drizzle, drivers) are in .oxlintrc.json.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from './paths.mjs'

/**
 * Files that match `from` must not import files that match `to`; both are paths inside the package's src.
 * `$1` in `to` stands for the group in `from`. `allowed` lists exceptions: files that the folder `$1` may import.
 * @typedef {{ from: string, to: string, why: string, allowed?: Record<string, string[]> }} Ban
 */

/**
 * The files of other features that a feature of the storefront may import.
 * @type {Record<string, string[]>}
 */
const FEATURE_MAY_IMPORT = {
  catalog: [
    'features/cart/add-to-cart.tsx',
    'features/compare/compare-button.tsx',
    'features/orders/own-pieces.ts',
    'features/product/variants.ts',
    'features/wishlist/wishlist.tsx',
  ],
  addresses: ['features/delivery/delivery.queries.ts'],
  cart: [
    'features/catalog/catalog.queries.ts',
    'features/checkout/coupon.tsx',
    'features/product/variant-picker.tsx',
    'features/product/variants.ts',
  ],
  compare: ['features/cart/add-to-cart.tsx', 'features/catalog/catalog.queries.ts'],
  orders: ['features/delivery/arrival-text.ts', 'features/product/variant-picker.tsx'],
  profile: ['features/auth/auth-form.ts', 'features/auth/otp-form.tsx'],
  shell: ['features/catalog/catalog.queries.ts'],
  checkout: [
    'features/delivery/arrival-text.ts',
    'features/delivery/delivery.queries.ts',
    'features/addresses/address-dialog.tsx',
    'features/addresses/address-picker.tsx',
    'features/auth/auth-form.ts',
    'features/auth/otp-form.tsx',
    'features/orders/item-row.tsx',
    'features/orders/order-notices.tsx',
    'features/orders/pay-now.tsx',
    'features/profile/profile.queries.ts',
    'features/profile/verify-contact.tsx',
  ],
}

/** The API's features; each may import those before it, so there are no circles. */
const API_FEATURES = [
  'translations',
  'settings',
  'delivery',
  'search',
  'media',
  'mail',
  'auth',
  'staff',
  'catalog',
  'deals',
  'wishlist',
  'profile',
  'reviews',
  'payments',
  'cart',
  'coupons',
  'alerts',
  'orders',
  'returns',
  'invoices',
  'seo',
  'storefront',
]

/** @type {Record<string, Ban[]>} */
const bans = {
  'apps/storefront/src': [
    {
      from: '^features/([^/]+)/',
      to: '^features/(?!$1/)',
      allowed: FEATURE_MAY_IMPORT,
      why: 'a feature imports from others only what FEATURE_MAY_IMPORT lists',
    },
    { from: '^(ui|lib)/', to: '^(api/|paths\\.ts)', why: 'ui/ and lib/ know nothing of the shop' },
    { from: '^lib/', to: '^ui/', why: 'lib/ has no components' },
    { from: '^(ui|lib|api|paths)\\b', to: '^(features|screens)/', why: 'arrows point down' },
    { from: '^features/', to: '^screens/', why: 'arrows point down' },
    { from: '/', to: '^(routes|app|main)\\.tsx$', why: 'arrows point down' },
  ],
  'apps/desk/src': [
    { from: '^features/([^/]+)/', to: '^features/(?!$1/)', why: 'features do not know each other' },
    { from: '^(ui|lib)/', to: '^(?!ui/|lib/)', why: 'ui/ and lib/ know nothing of the shop' },
    { from: '^lib/', to: '^ui/', why: 'lib/ has no components' },
    { from: '^api/', to: '^(table|form|shell)/', why: 'arrows point down' },
    { from: '^shell/', to: '^table/', why: 'arrows point down' },
    { from: '^(api|table|form|shell)/', to: '^(features|screens)/', why: 'arrows point down' },
    { from: '^features/', to: '^screens/', why: 'arrows point down' },
    { from: '/', to: '^(app|main)\\.tsx$', why: 'arrows point down' },
    { from: '^(?!shell/).*/', to: '^routes\\.tsx$', why: 'only the menu reads the table of screens' },
  ],
  'packages/ui/src': [],
  'apps/api/src': [
    { from: '^db/', to: '^(?!db/|package-folder\\.ts$)', why: 'the database knows nothing of the shop' },
    {
      from: '^adapters/',
      to: '^(?!adapters/|config\\.ts)',
      why: 'adapters implement interfaces of the shop and know nothing else of it',
    },
    {
      from: '\\.store\\.ts$',
      to: '^(http|adapters)/',
      why: 'a store returns rows; its caller chooses the texts',
    },
    {
      from: '^features/(?!.*\\.store\\.ts$)',
      to: '^db/(?!database\\.ts|catalogue-version\\.ts)',
      why: 'only stores write queries',
    },
    { from: '^http/', to: '^features/', why: 'arrows point down' },
    ...API_FEATURES.map((name, index) => ({
      from: `^features/${name}/`,
      to: `^features/(?!(${API_FEATURES.slice(0, index + 1).join('|')})/)`,
      why: 'a feature imports only features before it in API_FEATURES',
    })),
    {
      from: `^features/(?!(${API_FEATURES.join('|')})/)`,
      to: '',
      why: 'a new feature needs its place in API_FEATURES',
    },
    {
      from: '^(features|http)/',
      to: '^(test-bank|gateways|pay)/',
      why: 'the shop knows providers by their interface',
    },
    {
      from: '^(features|http|test-bank|gateways|pay)/',
      to: '^(acts|merchant|dev)/|^(main|haat|app|jobs|open-shop)\\.ts$',
      why: 'the shop works without its tools',
    },
    { from: '^acts/', to: '^(merchant|dev)/', why: 'a merchant acts by more than the command line' },
    {
      from: '^(?!(app|main|jobs|open-shop|shop-id|haat|haat-commands|run-job)\\.ts$)[^/]+$',
      to: '^(features|acts|merchant|dev|test-bank|metrics)/|^(main|haat|app|jobs|open-shop|shop-id)\\.ts$',
      why: 'a root file that everybody may import knows nothing of the shop',
    },
    {
      from: '^(open-shop|shop-id)\\.ts$',
      to: '^(http|acts|merchant|dev|metrics)/|^features/(?!settings/)',
      why: 'a shop opens without its server and its tools',
    },
    { from: '^(app|jobs)\\.ts$', to: '^main\\.ts$', why: 'arrows point down' },
    {
      from: '^(app|main|jobs)\\.ts$|^metrics/',
      to: '^merchant/(?!for-the-server\\.ts$)',
      why: "what the server does with the merchant's tools is in one file",
    },
    {
      from: '^(merchant)/(?!for-the-server)[^/]+$',
      to: '^$1/[^/]+/',
      why: 'folders of one subject import shared files, not vice versa',
    },
    {
      from: '^(?!(haat|run-job)\\.ts$|.*-commands?\\.ts$)',
      to: '(^merchant/command|-commands?)\\.ts$',
      why: 'only the command line prints and ends with exit codes',
    },
    { from: '^(merchant/importing|db)/[^/]+/', to: '^$1/[^/]+$', why: 'no circles between folders' },
  ],
  'packages/contract/src': [],
  'seed/src': [],
}

const faults = Object.keys(bans).flatMap((src) => {
  const files = sourceFiles(src)
  return [...files.flatMap((file) => faultsOf(src, file)), ...circlesIn(src, files)]
})
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)

/**
 * @param {string} src
 * @param {string} file its path inside `src`
 */
function faultsOf(src, file) {
  return importsOf(src, file).flatMap((to) =>
    reasonsAgainst(src, file, to).map((why) => `${src}/${file} imports ${to}: ${why}`),
  )
}

/**
 * The files that a file imports, those of types and of imports on demand too.
 * @param {string} src
 * @param {string} file
 */
function importsOf(src, file) {
  const text = readFileSync(join(root, src, file), 'utf8')
  const targets = [...text.matchAll(/(?:\bfrom|\bimport\(?) *'(\.[^']+)'/g)].map((match) => match[1] ?? '')
  return targets.map((target) => posix.join(posix.dirname(file), target))
}

/**
 * A line for each circle of files.
 * @param {string} src
 * @param {string[]} files
 */
function circlesIn(src, files) {
  /** @type {Map<string, 'open' | 'closed'>} */
  const seen = new Map()
  /** @type {string[]} */
  const path = []
  /** @type {string[]} */
  const circles = []
  /** @param {string} file */
  const visit = (file) => {
    if (seen.get(file) === 'open') circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (seen.has(file) || !files.includes(file)) return
    seen.set(file, 'open')
    path.push(file)
    for (const to of importsOf(src, file)) visit(to)
    path.pop()
    seen.set(file, 'closed')
  }
  for (const file of files) visit(file)
  return circles.map((circle) => `${src}: a circle of files: ${circle}`)
}

/**
 * @param {string} src
 * @param {string} from
 * @param {string} to
 */
function reasonsAgainst(src, from, to) {
  if (to.startsWith('../') && !to.endsWith('package.json')) return ['a package is imported by its name']
  const broken = (bans[src] ?? []).filter((ban) => {
    const match = new RegExp(ban.from).exec(from)
    const folder = match?.[1] ?? ''
    if (!match || ban.allowed?.[folder]?.includes(to)) return false
    return new RegExp(ban.to.replace('$1', folder)).test(to)
  })
  return broken.map(({ why }) => why)
}

/** @param {string} src */
function sourceFiles(src, folder = '') {
  /** @type {string[]} */
  const files = []
  for (const entry of readdirSync(join(root, src, folder), { withFileTypes: true })) {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) files.push(...sourceFiles(src, path))
    else if (/\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)) files.push(path)
  }
  return files
}
