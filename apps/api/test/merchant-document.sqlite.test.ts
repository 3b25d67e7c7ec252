/** Every command of the merchant's documents, read from the file and run in order, as a merchant does on one day. */
import { copyFileSync, createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Command } from 'commander'
import sharp from 'sharp'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { atNight } from '../../../scripts/depth.ts'
import { haatProgram } from '../src/haat-commands.ts'
import { findItems } from '../src/features/orders/orders.store.ts'
import { privatePictureName } from '../src/features/media/media-urls.ts'
import { storePictureBytes } from '../src/features/media/picture-upload.ts'
import { insertPhoto, insertRequest } from '../src/features/returns/return-requests.store.ts'
import { insertQuestion, storeReview } from '../src/features/reviews/reviews.store.ts'
import { aMember } from './desk.ts'
import { documentLines, hasShownLines, parseCommand } from './document-lines.ts'
import { openFolderShop } from './folder-shop.ts'
import { haatInProcess } from './haat-in-process.ts'
import { payOnline } from './payer.ts'
import { temporaryFolder } from './server-process.ts'
import { aShopper } from './shopper.ts'

const DOCUMENT = 'docs/merchant.md'
const FIRST_EVENING = 'docs/first-evening.md'
const NOW = new Date('2026-03-31T06:30:00Z')

/** Two bottles at ₹499, and the delivery of an order, in rupees. */
const TOTAL = 2 * 499 + 59

/** What the merchant types at the questions of `haat init`. */
const INIT = `--yes --name "Meera Stores" --address "14, Residency Road, Bengaluru 560025" --gstin 29ABCDE1234F1ZW
  --email help@meera.in --phone "98450 12345" --grievance-officer "Meera Krishnan" --return-days 7`

const FILES = {
  'products.csv': `name,sku,brand,price,mrp,stock,category,country_of_origin,hsn,gst_rate,images
Steel Bottle,BOTTLE-1L,Kaveri,"₹549.00",649,60,Kitchen > Bottles,India,7323,18,bottle.png
Mug,MUG,Kaveri,149,199,80,Kitchen,India,6912,12,
`,
  'pricelist.csv': 'Item,Rate,MRP,Department,Shelf\nCotton Towel,299,349,Home,Bath\n',
  'prices.json': '[{ "variant": 1, "set": { "stock": "+1" } }]',
  'pictures.json': '[]',
  'prices.csv': 'sku,price,mrp\nBOTTLE-1L,499,\n',
  'both.csv': 'sku,price,stock\nBOTTLE-1L,489,40\n',
  'stock.csv': 'sku,stock\nBOTTLE-1L,50\nMUG,4\n',
  'razorpay-keys.txt':
    'key_id=rzp_test_1DP5mmOlF5G5ag\nkey_secret=thiswasshownonce\nwebhook_secrets=whsec_of_meera\n',
  'settlement.csv': 'payment_id,amount,fee\n412345678901,208,4\n',
  'shipping.txt': '## How fast\n\nWithin three days.\n',
}

async function aFolder(): Promise<string> {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'srv'))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  copyFileSync(join(import.meta.dirname, 'fixtures/google.xml'), join(folder, 'feed.xml'))
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#c33' } })
  const jpeg = await picture.jpeg().toBuffer()
  mkdirSync(join(folder, 'photos'))
  for (const name of ['side.jpg', 'diwali.jpg', 'photos/side.jpg']) writeFileSync(join(folder, name), jpeg)
  const zip = new ZipFile()
  zip.addBuffer(await picture.png().toBuffer(), 'bottle.png')
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(join(folder, 'photos.zip')))
  return folder
}

/** Orders 1 to 5 for two bottles each: the second and last paid online, the others cash on delivery, the fourth Ravi's. */
async function placeOrders(env: Record<string, string>): Promise<void> {
  const test = await openFolderShop(env)
  const asha = { name: 'Asha Rao', email: 'asha@example.com', phone_number: '9876543210' }
  const shopper = await aShopper(test, { ...asha, email_verified_at: NOW })
  const { variants } = test.shop.db.tables
  const row = (await test.shop.db.select().from(variants)).find(({ sku }) => sku === 'BOTTLE-1L')
  const items = [{ product_id: row!.product_id, variant_id: row!.id, quantity: 2 }]
  const place = ({ place: send, order } = shopper) =>
    send(order(items, TOTAL), crypto.randomUUID()).expect(201)
  await place()
  const payForOne = async () => (await payOnline(test, shopper, items, TOTAL)).press('pay').expect(303)
  await payForOne()
  await place()
  const ravi = await aShopper(test, { email_verified_at: NOW })
  await place(ravi)
  await payForOne()
  await aMember(test, 'viewer', { name: 'Kavya', email: 'kavya@meera.in' })
  await test.close()
}

/** Two requests, each for a piece of the sixth order; a review and a question. */
async function askForReturns(env: Record<string, string>): Promise<void> {
  const test = await openFolderShop(env)
  for (const order_id of [6, 6])
    await test.shop.db.transaction(async (tx) => {
      const [bought] = await findItems(tx, [order_id])
      const row = { order_id, wish: 'refund', reason: 'damaged', requested_at: NOW } as const
      await insertRequest(tx, row, [{ order_item_id: bought!.id, quantity: 1 }])
    })
  const photo = sharp({ create: { width: 8, height: 8, channels: 3, background: '#c33' } })
    .webp()
    .toBuffer()
  const url = await storePictureBytes(test.shop.media, 'The photo', () => photo, privatePictureName())
  await test.shop.db.transaction((tx) => insertPhoto(tx, 1, url))
  const { products, users } = test.shop.db.tables
  const [product] = await test.shop.db.select().from(products)
  const [customer] = await test.shop.db.select().from(users)
  const said = { product_id: product!.id, user_id: customer!.id, text: 'Does it keep tea hot?' }
  await test.shop.db.transaction(async (tx) => {
    await storeReview(tx, { ...said, state: 'SHOWN', stars: 4, variant_name: null, written_at: NOW })
    await insertQuestion(tx, { ...said, asked_at: NOW })
  })
  await test.close()
}

/** The customer of an order tells the UTR of its payment. */
async function tellUtr(env: Record<string, string>, order: number): Promise<void> {
  const test = await openFolderShop(env)
  const { payments } = test.shop.db.tables
  const payment = (await test.shop.db.select().from(payments)).find(({ order_id }) => order_id === order)
  await test.post(`/pay/${payment?.transaction_id}`).type('form').send({ utr: '412345678900' }).expect(303)
  await test.close()
}

/** One piece of the first product, cash on delivery. */
async function placeFirstOrder(env: Record<string, string>): Promise<void> {
  const test = await openFolderShop(env)
  const [row] = await test.shop.db.select().from(test.shop.db.tables.variants)
  const shopper = await aShopper(test, { email_verified_at: NOW })
  const items = [{ product_id: row!.product_id, variant_id: row!.id, quantity: 1 }]
  await shopper.place(shopper.order(items, 850 + 49), crypto.randomUUID()).expect(201)
  await test.close()
}

/** @param orders places those that the document goes on with @param edit what the merchant writes into a file of the output */
async function runDocument(
  document: string,
  orders: (env: Record<string, string>) => Promise<void>,
  { shell = {}, edit = (_name, text) => text }: { shell?: Record<string, string>; edit?: Edit } = {},
): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  onTestFinished(() => void vi.useRealTimers())
  const folder = await aFolder()
  const inFolder = (path: string): string => (path.startsWith('/') ? join(folder, path) : path)
  for (const [name, path] of Object.entries(shell)) shell[name] = inFolder(path)
  let hasOrders = false
  let hasReturns = false
  for (const { place, text, comment, shows } of documentLines(document)) {
    const { words, env, input, output } = parseCommand(text, shell)
    const [program, ...rest] = words
    if (program === 'export') {
      const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(rest[0] ?? '') ?? []
      shell[name] = inFolder(value)
      continue
    }
    expect([place, program]).toEqual([place, 'haat'])
    if (rest[0] === 'orders' && !hasOrders) {
      await orders(shell)
      hasOrders = true
    }
    if (rest[0] === 'returns' && !hasReturns) {
      await askForReturns(shell)
      hasReturns = true
    }
    if (text.startsWith('haat payments not-found')) await tellUtr(shell, Number(rest[2]))
    const typed = text === 'haat init' ? ['init', ...parseCommand(INIT).words] : rest
    const moved = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, inFolder(value)]))
    const { code, out, err } = await haatInProcess(typed, {
      cwd: folder,
      env: { ...shell, ...moved },
      input: input && join(folder, input),
    })
    const [, expected = '0'] = /exit code (\d)/.exec(comment) ?? []
    expect([place, text, code, err]).toEqual([
      place,
      text,
      Number(expected),
      code === 0 ? expect.anything() : '',
    ])
    expect([place, out, hasShownLines(out, shows)]).toEqual([place, out, true])
    if (output !== null) writeFileSync(join(folder, output), edit(output, out))
  }
}

type Edit = (name: string, text: string) => string

// Some 200 commands: what each does is tried elsewhere, and that it can be typed so is tried below.
atNight(() => {
  it('can be run as printed', () => runDocument(DOCUMENT, placeOrders))
})

it('leads from nothing to a first cash order, with the sheet that it prints', () =>
  runDocument(FIRST_EVENING, placeFirstOrder, {
    shell: { DATA_DIR: '/srv/first' },
    edit: (name, text) =>
      name === 'products.csv'
        ? `${text}Copper Jug,850,"1,100",4,Kitchen,12,7418,India,,,,,side.jpg,Hammered\n`
        : text,
  }))

const commandNamed = (program: Command, name: string): Command | undefined =>
  program.commands.find((command) => command.name() === name)

it('names every command, and no command or option that does not exist', () => {
  const program = haatProgram(new Command('haat'))
  const lines = documentLines(DOCUMENT).map(({ text }) => parseCommand(text).words)
  for (const { name, commands } of program.commands.map((command) => ({
    name: command.name(),
    commands: command.commands.map((one) => one.name()),
  }))) {
    // These are in docs/qa.md and docs/running-in-production.md; the others need PostgreSQL and an S3 server.
    if (['seed', 'move', 'media'].includes(name)) continue
    const used = lines.filter((words) => words[0] === 'haat' && words[1] === name)
    expect([name, used.length]).not.toEqual([name, 0])
    const missing = commands.filter((sub) => !used.some((words) => words[2] === sub))
    expect([name, missing]).toEqual([name, []])
  }
  const inline = readFileSync(join(import.meta.dirname, '../../..', DOCUMENT), 'utf8').matchAll(
    /`haat ([^`]+)`/g,
  )
  const all = [
    ...lines.filter(([first]) => first === 'haat'),
    ...[...inline].map(([, rest = '']) => ['haat', ...parseCommand(rest).words]),
  ]
  for (const [, ...words] of all) {
    const text = words.join(' ')
    const command = commandNamed(program, words[0] ?? '')
    const last = (command && commandNamed(command, words[1] ?? '')) ?? command
    const options = words.filter((word) => word.startsWith('--') && word !== '--help')
    const known = [...(last?.options ?? []), ...(command?.options ?? [])].map(({ long }) => long)
    expect([text, last !== undefined, options.filter((option) => !known.includes(option))]).toEqual([
      text,
      true,
      [],
    ])
  }
})
