/** What a new shop needs before it opens. A step is done when the data say so. */
import type { Staff } from '@haat/contract/staff/index'
import { OPENING_STEPS } from '@haat/contract/staff/opening'
import type { Reader } from '../../db/database.ts'
import { moveOrder } from '../../features/orders/move-order.ts'
import { NEW_SETTINGS } from '../../features/settings/default-settings.ts'
import { offeredPayments } from '../../features/settings/offered-payments.ts'
import {
  findWrittenPages,
  findOpening,
  isOpen,
  isSetUp,
  markInitialised,
  readSettings,
  takeOpeningBack,
} from '../../features/settings/settings.store.ts'
import { conflict } from '../../http/failure.ts'
import { previewLink } from '../../http/preview.ts'
import type { Shop } from '../../shop.ts'
import type { ActTable, Who } from '../act-table.ts'
import { findCancellable } from '../orders/orders.store.ts'
import { countProductsOnSale, hasImported, hasOrders, hasSecondFactor } from './opening.store.ts'

type StepId = (typeof OPENING_STEPS)[number]

/** Without these an order cannot be paid, delivered or invoiced, or the law forbids to sell. */
const REQUIRED: readonly StepId[] = ['name', 'seller', 'contact', 'payment', 'products', 'mail']

/** So many show what the shop is about. */
const FIRST_PRODUCTS = 5

async function stepsOf({ config, pay, mail }: Shop, reader: Reader, who: Who) {
  const settings = await readSettings(reader)
  const { seller, contact, shop_name, limits } = settings
  const { cod, online } = offeredPayments(settings, pay)
  const products = await countProductsOnSale(reader)
  const needed = [seller.legal_name, seller.address, seller.state, seller.grievance_officer]
  const done: Record<StepId, boolean> = {
    name: shop_name !== NEW_SETTINGS.shop_name,
    look: JSON.stringify(settings.brand) !== JSON.stringify(NEW_SETTINGS.brand),
    seller: [...needed, seller.grievance_email].every(Boolean),
    contact: contact.emails.length > 0,
    payment: cod || online,
    delivery: true,
    products: products >= FIRST_PRODUCTS || (products > 0 && (await hasImported(reader))),
    // Nobody gets the code that a first order needs.
    mail: (config.smtpUrl !== null && !mail.isFailing) || !limits.verified_contact,
    texts: (await findWrittenPages(reader)).length > 0,
    test_order: await hasOrders(reader),
    second_factor: who.staffId !== null && (await hasSecondFactor(reader, who.staffId)),
  }
  return OPENING_STEPS.map((id) => ({
    id,
    done: done[id],
    // One product can be sold.
    required: REQUIRED.includes(id) && (id !== 'products' || products === 0),
    ...(id === 'products' && { count: products }),
  }))
}

export const openingActs: ActTable<Staff['opening']> = {
  show: async (shop, _input, who) => ({
    is_open: await isOpen(shop.db, shop.config),
    address: shop.config.publicUrl,
    steps: await stepsOf(shop, shop.db, who),
  }),
  preview: async (shop) => previewLink(shop),
  async open(shop, _input, who) {
    const now = shop.now()
    return shop.db.transaction(async (tx) => {
      if (await isSetUp(tx)) throw conflict('The shop is open already.')
      const missing = (await stepsOf(shop, tx, who)).filter(({ done, required }) => required && !done)
      if (missing.length > 0)
        throw conflict(`Before the shop opens, it needs: ${missing.map(({ id }) => id).join(', ')}.`)
      await markInitialised(tx, now)
      // Only previews could place them.
      for (const id of await findCancellable(tx))
        await moveOrder(tx, id, 'cancel', { now, note: 'A test order of before the opening.' })
      return { address: shop.config.publicUrl }
    })
  },
  async close({ db, config, now }) {
    if (!config.production) throw conflict('A shop for tests is always open.')
    return db.transaction(async (tx) => {
      const opened = await findOpening(tx)
      if (!opened || !(await isSetUp(tx))) throw conflict('The shop is not open.')
      if (await hasOrders(tx, opened))
        throw conflict(
          'Customers have ordered. To take no orders for a while, close it for holidays in the settings.',
        )
      await takeOpeningBack(tx, now())
      return { address: config.publicUrl }
    })
  },
}
